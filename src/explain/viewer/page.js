// The page of one path: mounts the viewer on the scene that the page has in it.

import { mount } from "./viewer.js";

const scene = JSON.parse(document.getElementById("scene")?.textContent ?? "null");
const element = document.getElementById("viewer");
if (scene && element) mount(element, scene);
