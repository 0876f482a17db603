//! A browser without a window, driven by the DevTools protocol over two pipes: messages are
//! JSON, each ended by a zero byte.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

/// No answer of a page takes as long, unless something hangs.
const PATIENCE: Duration = Duration::from_secs(60);

/// The names of browsers that speak the protocol.
const NAMES: [&str; 5] = [
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// A browser that runs.
pub struct Browser {
    child: Child,
    input: ChildStdin,
    messages: Receiver<Value>,
    next: u64,
    /// What happened and was not asked for.
    events: Vec<Value>,
    folder: TempDir,
}

/// The browser that `CHROMIUM` names, or one that is installed.
pub fn find() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("CHROMIUM") {
        return Some(named.into());
    }
    let folders = std::env::var_os("PATH")?;
    let mut all = std::env::split_paths(&folders)
        .flat_map(|folder| NAMES.iter().map(move |name| folder.join(name)));
    all.find(|path| path.is_file())
}

impl Browser {
    /// Starts a browser.
    pub fn start(program: &Path) -> Browser {
        let folder = tempfile::tempdir().unwrap();
        let script = "exec \"$0\" --headless --no-sandbox --disable-gpu --remote-debugging-pipe \
            --no-first-run --disable-background-networking --disable-component-update \
            --disable-sync --disable-quic --force-color-profile=srgb --font-render-hinting=none \
            --hide-scrollbars --user-data-dir=\"$1\" about:blank \
            3<&0 4>&1 0</dev/null 1>/dev/null 2>/dev/null";
        let mut command = Command::new("sh");
        command.args(["-c", script]).arg(program);
        command.arg(folder.path().join("profile"));
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, messages) = channel();
        thread::spawn(move || {
            for message in output.split(0).map_while(Result::ok) {
                let message = serde_json::from_slice(&message).unwrap();
                if sender.send(message).is_err() {
                    break;
                }
            }
        });
        Browser {
            input: child.stdin.take().unwrap(),
            child,
            messages,
            next: 0,
            events: Vec::new(),
            folder,
        }
    }

    /// A folder for what is saved; it vanishes with the browser.
    pub fn downloads(&self) -> PathBuf {
        self.folder.path().join("downloads")
    }

    /// Asks for something, of a page or of the browser, and waits for the answer.
    fn call(&mut self, session: Option<&str>, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut message = json!({ "id": id, "method": method, "params": parameters });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.input.write_all(&bytes).unwrap();
        self.input.flush().unwrap();
        loop {
            let message = self.messages.recv_timeout(PATIENCE);
            let message = message.unwrap_or_else(|error| panic!("{method}: {error}"));
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {message}");
                return message["result"].clone();
            }
            self.events.push(message);
        }
    }

    /// A page that is this wide and high.
    pub fn page(&mut self, width: u32, height: u32) -> Page<'_> {
        let target = self.call(None, "Target.createTarget", json!({ "url": "about:blank" }));
        let target = target["targetId"].clone();
        let how = json!({ "targetId": target, "flatten": true });
        let attached = self.call(None, "Target.attachToTarget", how);
        let session = attached["sessionId"].as_str().unwrap().to_string();
        let folder = self.downloads();
        fs::create_dir_all(&folder).unwrap();
        let how = json!({ "behavior": "allow", "downloadPath": folder });
        self.call(None, "Browser.setDownloadBehavior", how);
        let mut page = Page {
            browser: self,
            session,
        };
        for domain in ["Page", "Runtime", "Log"] {
            page.call(&format!("{domain}.enable"), json!({}));
        }
        page.resize(width, height);
        page
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page of a browser.
pub struct Page<'a> {
    browser: &'a mut Browser,
    session: String,
}

impl Page<'_> {
    fn call(&mut self, method: &str, parameters: Value) -> Value {
        let session = self.session.clone();
        self.browser.call(Some(&session), method, parameters)
    }

    /// Gives the page another size.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false });
        self.call("Emulation.setDeviceMetricsOverride", size);
    }

    /// Makes the page light or dark.
    pub fn colours(&mut self, scheme: &str) {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.call(
            "Emulation.setEmulatedMedia",
            json!({ "features": [feature] }),
        );
    }

    /// Opens an address.
    pub fn open(&mut self, address: &str) {
        self.call("Page.navigate", json!({ "url": address }));
    }

    /// Loads the page again.
    pub fn reload(&mut self) {
        self.evaluate("document.body.removeAttribute('data-ready')");
        self.call("Page.reload", json!({}));
    }

    /// What an expression is in the page; promises are waited for.
    pub fn evaluate(&mut self, expression: &str) -> Value {
        let how = json!({ "expression": expression, "awaitPromise": true, "returnByValue": true });
        let result = self.call("Runtime.evaluate", how);
        let fault = &result["exceptionDetails"];
        assert!(fault.is_null(), "{expression}: {fault}");
        result["result"]["value"].clone()
    }

    /// The text that an expression is.
    pub fn text(&mut self, expression: &str) -> String {
        let value = self.evaluate(expression);
        value
            .as_str()
            .unwrap_or_else(|| panic!("{expression} is {value}"))
            .to_string()
    }

    /// The number that an expression is.
    pub fn number(&mut self, expression: &str) -> f64 {
        let value = self.evaluate(expression);
        value
            .as_f64()
            .unwrap_or_else(|| panic!("{expression} is {value}"))
    }

    /// Waits until an expression holds; returns how long that took.
    pub fn wait(&mut self, expression: &str) -> Duration {
        let start = Instant::now();
        let safe =
            format!("(() => {{ try {{ return !!({expression}); }} catch {{ return false; }} }})()");
        while self.evaluate(&safe) != true {
            if start.elapsed() > PATIENCE {
                let shown = self.evaluate("document.body.innerText");
                panic!("{expression} does not come to hold; the page shows {shown}");
            }
            thread::sleep(Duration::from_millis(5));
        }
        start.elapsed()
    }

    /// Presses a mouse button at one point and lets it go at another, on the way through
    /// some between.
    pub fn drag(&mut self, from: (f64, f64), to: (f64, f64)) {
        self.mouse("mousePressed", from);
        for step in 1..=4 {
            let part = f64::from(step) / 4.0;
            let between = (
                from.0 + (to.0 - from.0) * part,
                from.1 + (to.1 - from.1) * part,
            );
            self.mouse("mouseMoved", between);
        }
        self.mouse("mouseReleased", to);
    }

    fn mouse(&mut self, kind: &str, (x, y): (f64, f64)) {
        let event = json!({ "type": kind, "x": x, "y": y, "button": "left", "buttons": 1, "clickCount": 1 });
        self.call("Input.dispatchMouseEvent", event);
    }

    /// Clicks into the middle of an element.
    pub fn click(&mut self, selector: &str) {
        let at = self.middle(selector);
        self.drag(at, at);
    }

    /// The middle of an element, which is brought into sight.
    pub fn middle(&mut self, selector: &str) -> (f64, f64) {
        let quoted = json!(selector);
        let found = format!(
            "(() => {{ const e = document.querySelector({quoted}); e.scrollIntoView({{ block: 'center' }}); \
             const b = e.getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; }})()"
        );
        let at = self.evaluate(&found);
        (at[0].as_f64().unwrap(), at[1].as_f64().unwrap())
    }

    /// Presses a key by its name.
    pub fn press(&mut self, key: &str) {
        let text = match key {
            "Enter" => "\r",
            key if key.chars().count() == 1 => key,
            _ => "",
        };
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            "End" => 35,
            "Home" => 36,
            _ => 0,
        };
        let (plain, shift) = match key.strip_prefix("Shift+") {
            Some(plain) => (plain, 8),
            None => (key, 0),
        };
        for kind in ["keyDown", "keyUp"] {
            let mut event = json!({ "type": kind, "key": plain, "modifiers": shift });
            if code > 0 {
                event["windowsVirtualKeyCode"] = code.into();
            }
            if kind == "keyDown" && !text.is_empty() && shift == 0 {
                event["text"] = text.into();
            }
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Types a text into what has the focus.
    pub fn type_text(&mut self, text: &str) {
        self.call("Input.insertText", json!({ "text": text }));
    }

    /// A picture of what is seen, as PNG.
    pub fn picture(&mut self) -> Vec<u8> {
        let picture = self.call("Page.captureScreenshot", json!({ "format": "png" }));
        decoded(picture["data"].as_str().unwrap())
    }

    /// What was complained of in the console.
    pub fn complaints(&mut self) -> Vec<String> {
        // An answer comes after all that happened before.
        self.evaluate("0");
        let is_complaint = |event: &&Value| match event["method"].as_str() {
            Some("Runtime.exceptionThrown") => true,
            Some("Runtime.consoleAPICalled") => {
                ["error", "warning"].contains(&event["params"]["type"].as_str().unwrap_or(""))
            }
            Some("Log.entryAdded") => {
                let entry = &event["params"]["entry"];
                // A condition that is refused is an answer as any other.
                let refused = entry["source"] == "network"
                    && entry["text"]
                        .as_str()
                        .is_some_and(|text| text.contains("400"));
                ["error", "warning"].contains(&entry["level"].as_str().unwrap_or("")) && !refused
            }
            _ => false,
        };
        let all = self.browser.events.iter().filter(is_complaint);
        all.map(Value::to_string).collect()
    }
}

/// The bytes of a text in base 64.
fn decoded(text: &str) -> Vec<u8> {
    let value = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for value in text.bytes().filter_map(value) {
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
