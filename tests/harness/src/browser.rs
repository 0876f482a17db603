//! A real browser, driven by the DevTools protocol over pipes: messages in JSON, a zero byte
//! after each. Chromium runs without a window and without a network of its own.
//!
//! Without Chromium a test says so and passes; with `GRADUS_REQUIRE_BROWSER` set it
//! fails. `CHROMIUM` names another program.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};
use std::{env, fs};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{PATIENCE, repository, skipped, wait_until};

/// A browser with one page; it ends with its value.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    session: Option<String>,
    last: u64,
    /// Events that came while something else was waited for.
    events: Vec<Value>,
    _profile: TempDir,
}

/// Names under which Chromium is installed.
const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// Finds Chromium: the program that `CHROMIUM` names, or the first of the usual names that
/// runs. Returns `None` without one, after a message; with `GRADUS_REQUIRE_BROWSER` set it
/// panics.
pub fn find() -> Option<String> {
    let runs = |name: &String| {
        let mut command = Command::new(name);
        let command = command.arg("--version").stderr(Stdio::null());
        command.output().is_ok_and(|output| output.status.success())
    };
    let named = env::var("CHROMIUM").ok();
    let known = NAMES.map(str::to_string);
    let found = named.into_iter().chain(known).find(runs);
    if found.is_none() {
        let why = "Chromium not found (CHROMIUM names it)";
        assert!(env::var_os("GRADUS_REQUIRE_BROWSER").is_none(), "{why}");
        skipped(why);
    }
    found
}

impl Browser {
    /// Starts a browser. Returns `None` without Chromium, after a message.
    pub fn start() -> Option<Browser> {
        let program = find()?;
        let profile = tempfile::tempdir().unwrap();
        // The protocol is on descriptors 3 and 4.
        let script = "exec \"$0\" --headless --no-sandbox --disable-gpu --remote-debugging-pipe \
            --no-first-run --disable-background-networking --disable-component-update \
            --disable-sync --disable-quic --hide-scrollbars --user-data-dir=\"$1\" \
            3<&0 4>&1 0</dev/null 1>&2";
        let mut child = Command::new("sh")
            .args(["-c", script, &program])
            .arg(profile.path())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while output
                .read_until(0, &mut message)
                .is_ok_and(|read| read > 0)
            {
                message.pop();
                let value = serde_json::from_slice(&message);
                if value.is_ok_and(|value| sender.send(value).is_err()) {
                    break;
                }
                message.clear();
            }
        });
        let mut browser = Browser {
            child,
            input,
            messages,
            session: None,
            last: 0,
            events: Vec::new(),
            _profile: profile,
        };
        let target = browser.command("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let attached = browser.command("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().map(str::to_string);
        for domain in ["Page", "Runtime", "Log", "Network"] {
            browser.command(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Sends a command and waits for its result.
    pub fn command(&mut self, method: &str, parameters: Value) -> Value {
        self.last += 1;
        let id = self.last;
        let mut message = json!({"id": id, "method": method, "params": parameters});
        if let Some(session) = &self.session {
            message["sessionId"] = json!(session);
        }
        let bytes = message.to_string() + "\0";
        self.input.write_all(bytes.as_bytes()).unwrap();
        let start = Instant::now();
        loop {
            let message = self.next(start, method);
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    fn next(&mut self, start: Instant, what: &str) -> Value {
        let left = PATIENCE.saturating_sub(start.elapsed());
        let message = self.messages.recv_timeout(left);
        message.unwrap_or_else(|error| panic!("{what}: {error}"))
    }

    /// Opens an address and waits until it is loaded.
    pub fn open(&mut self, address: &str) {
        self.events.clear();
        // An address that differs in its fragment alone would load nothing.
        self.command("Page.navigate", json!({"url": "about:blank"}));
        let navigated = self.command("Page.navigate", json!({"url": address}));
        assert!(navigated["errorText"].is_null(), "{address}: {navigated}");
        self.wait_until("document.readyState === 'complete' && location.href !== 'about:blank'");
    }

    /// The value of an expression in the page; promises are awaited.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let parameters =
            json!({"expression": expression, "awaitPromise": true, "returnByValue": true});
        let result = self.command("Runtime.evaluate", parameters);
        let thrown = &result["exceptionDetails"];
        assert!(thrown.is_null(), "{expression}: {thrown}");
        result["result"]["value"].clone()
    }

    /// The text of an expression in the page.
    pub fn text(&mut self, expression: &str) -> String {
        let value = self.evaluate(expression);
        let text = value.as_str().map(str::to_string);
        text.unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// Waits until an expression is true.
    pub fn wait_until(&mut self, expression: &str) {
        wait_until(expression, || {
            self.evaluate(expression) == Value::Bool(true)
        });
    }

    /// Presses a key by its name, such as `ArrowRight`, `Enter`, `Tab` or `a`.
    pub fn key(&mut self, key: &str) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            "Escape" => 27,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            _ => 0,
        };
        let mut down = json!({"type": "keyDown", "key": key, "windowsVirtualKeyCode": code});
        if key == "Enter" {
            down["text"] = json!("\r");
        } else if key.chars().count() == 1 {
            down["text"] = json!(key);
        }
        self.command("Input.dispatchKeyEvent", down);
        let up = json!({"type": "keyUp", "key": key, "windowsVirtualKeyCode": code});
        self.command("Input.dispatchKeyEvent", up);
    }

    /// Types a text where the focus is.
    pub fn type_text(&mut self, text: &str) {
        self.command("Input.insertText", json!({"text": text}));
    }

    /// The middle of the first element that a selector names, scrolled into view.
    fn middle(&mut self, selector: &str) -> (f64, f64) {
        let selector = json!(selector);
        let place = self.evaluate(&format!(
            "(() => {{ const e = document.querySelector({selector}); if (!e) return null; \
             e.scrollIntoView({{block: 'center'}}); const b = e.getBoundingClientRect(); \
             return [b.x + b.width / 2, b.y + b.height / 2]; }})()"
        ));
        match (place[0].as_f64(), place[1].as_f64()) {
            (Some(x), Some(y)) => (x, y),
            _ => panic!("nothing is {selector}"),
        }
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64), button: &str) {
        let pressed = u8::from(button == "left" && kind != "mouseReleased");
        let event = json!({
            "type": kind, "x": x, "y": y, "button": button, "buttons": pressed, "clickCount": 1,
        });
        self.command("Input.dispatchMouseEvent", event);
    }

    /// Moves the pointer to an element.
    pub fn point_at(&mut self, selector: &str) {
        let place = self.middle(selector);
        self.mouse("mouseMoved", place, "none");
    }

    /// Clicks an element.
    pub fn click(&mut self, selector: &str) {
        let place = self.middle(selector);
        self.mouse("mouseMoved", place, "none");
        self.mouse("mousePressed", place, "left");
        self.mouse("mouseReleased", place, "left");
    }

    /// Drags from one place of the window to another.
    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.mouse("mouseMoved", from, "none");
        self.mouse("mousePressed", from, "left");
        let half = ((from.0 + to.0) / 2.0, (from.1 + to.1) / 2.0);
        self.mouse("mouseMoved", half, "left");
        self.mouse("mouseMoved", to, "left");
        self.mouse("mouseReleased", to, "left");
    }

    /// Makes the window this large.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.command("Emulation.setDeviceMetricsOverride", size);
    }

    /// Pretends that the reader prefers dark pages, or light ones.
    pub fn prefer(&mut self, scheme: &str) {
        let features = json!([{"name": "prefers-color-scheme", "value": scheme}]);
        self.command("Emulation.setEmulatedMedia", json!({"features": features}));
    }

    /// Takes a picture of the window, if `GRADUS_PICTURES` names a folder for it.
    pub fn picture(&mut self, name: &str) {
        let Some(folder) = env::var_os("GRADUS_PICTURES") else {
            return;
        };
        let picture = self.command("Page.captureScreenshot", json!({"format": "png"}));
        let bytes = base64_decoded(picture["data"].as_str().unwrap());
        fs::create_dir_all(&folder).unwrap();
        let file = repository().join(folder).join(format!("{name}.png"));
        fs::write(file, bytes).unwrap();
    }

    /// What the page complained of since it was opened: exceptions, errors in its log such as
    /// refused scripts and styles, and failed loads.
    pub fn complaints(&mut self) -> Vec<String> {
        // Whatever came before this answer is here.
        self.evaluate("0");
        let complains = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => event["params"]["type"] == "error",
            Some("Log.entryAdded") => event["params"]["entry"]["level"] == "error",
            _ => false,
        };
        let events = self.events.iter().filter(complains);
        events.map(|event| event["params"].to_string()).collect()
    }

    /// The addresses that the page asked for since it was opened.
    pub fn requests(&mut self) -> Vec<String> {
        self.evaluate("0");
        let sent = |event: &Value| {
            let is_request = event["method"] == "Network.requestWillBeSent";
            let address = event["params"]["request"]["url"].as_str();
            address.filter(|_| is_request).map(str::to_string)
        };
        self.events.iter().filter_map(sent).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let close = json!({"id": self.last + 1, "method": "Browser.close"}).to_string() + "\0";
        let _ = self.input.write_all(close.as_bytes());
        // Its messages end when it does.
        let start = Instant::now();
        let left = || Duration::from_secs(5).saturating_sub(start.elapsed());
        while self.messages.recv_timeout(left()).is_ok() {}
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn base64_decoded(text: &str) -> Vec<u8> {
    use base64::Engine;
    let engine = base64::engine::general_purpose::STANDARD;
    engine.decode(text).unwrap()
}
