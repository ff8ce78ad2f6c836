// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Common symbols of the system, drawn for this page on a square of 24 points. A name's ".fill" fills a
// shape, its ".circle" draws one around it smaller.

const shapes = {
  "airplane": "M21 12c0-1-1-1.5-2-1.5h-4L10 3H8l2 7.5H6L4 8H2.5l1 4-1 4H4l2-2.5h4L8 21h2l5-7.5h4c1 0 2-.5 2-1.5z",
  "arrow.clockwise": "M19 12a7 7 0 1 1-2-5l2 2M19 4v5h-5",
  "arrow.counterclockwise": "M5 12a7 7 0 1 0 2-5L5 9M5 4v5h5",
  "arrow.down": "M12 4v16M5.5 13.5 12 20l6.5-6.5",
  "arrow.left": "M20 12H4M10.5 5.5 4 12l6.5 6.5",
  "arrow.right": "M4 12h16M13.5 5.5 20 12l-6.5 6.5",
  "arrow.up": "M12 20V4M5.5 10.5 12 4l6.5 6.5",
  "arrow.uturn.left": "M8 4 4 8l4 4M4 8h10a5.5 5.5 0 0 1 0 11H9",
  "backward": "M20 6 12 12l8 6zM12 6 4 12l8 6z",
  "bag": "M5 8h14v13H5zM9 11V7a3 3 0 0 1 6 0v4",
  "bell": "M12 4a5 5 0 0 1 5 5v4l2 4H5l2-4V9a5 5 0 0 1 5-5zM10 20h4",
  "bolt": "M13 3 5 14h6l-1 7 9-12h-6z",
  "bookmark": "M7 4h10v16l-5-4-5 4z",
  "bubble.left": "M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-8l-4 4v-4H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2z",
  "calendar": "M5 6h14v14H5zM5 10h14M9 3v4M15 3v4",
  "camera": "M4 8h4l1.5-3h5L16 8h4v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
  "car": "M3 16v-4l2.5-6h13L21 12v4zM3.5 12h17M7 16v2.5M17 16v2.5",
  "cart": "M3 4h3l2.5 11H18l2-8H7M9.5 20h.1M17 20h.1",
  "checkmark": "m5 13 4.5 5L19 6",
  "chevron.down": "m5 9 7 7 7-7",
  "chevron.left": "m15 5-7 7 7 7",
  "chevron.right": "m9 5 7 7-7 7",
  "chevron.up": "m5 15 7-7 7 7",
  "circle": "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z",
  "clock": "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.5l3.5 2",
  "cloud": "M7 18h10a4 4 0 0 0 .5-8 5.5 5.5 0 0 0-10.7 1A3.5 3.5 0 0 0 7 18z",
  "cloud.bolt.rain": "M7 13h10a3.7 3.7 0 0 0 .5-7.4 5.2 5.2 0 0 0-10.2 1A3.3 3.3 0 0 0 7 13zM12.5 14l-2 3.5h3L11.5 21M7.5 16l-1 3M17.5 16l-1 3",
  "cloud.rain": "M7 14h10a3.7 3.7 0 0 0 .5-7.4 5.2 5.2 0 0 0-10.2 1A3.3 3.3 0 0 0 7 14zM8.5 17l-1 3M12.5 17l-1 3M16.5 17l-1 3",
  "cloud.sun": "M7 19h9a3.5 3.5 0 0 0 .4-7 4.8 4.8 0 0 0-9.3 1A3 3 0 0 0 7 19zM14.5 8.5a3.5 3.5 0 0 1 5 4M17 3.5V5M21.5 5.5l-1 1M22.5 10.5H21",
  "creditcard": "M3 5h18v14H3zM3 9.5h18M6 15h4",
  "doc": "M7 3h7l4 4v14H7zM14 3v4h4",
  "ellipsis": "M5.5 12h.1M12 12h.1M18.5 12h.1",
  "envelope": "M3 6h18v12H3zM3 7l9 7 9-7",
  "exclamationmark": "M12 4v10M12 19.5v.1",
  "exclamationmark.triangle": "M12 4 2.5 20h19zM12 10v4.5M12 17.2v.1",
  "eye": "M2.5 12S6 6 12 6s9.5 6 9.5 6-3.5 6-9.5 6-9.5-6-9.5-6zM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5z",
  "flag": "M6 21V4h12l-2.5 4L18 12H6",
  "folder": "M3 6h7l2 2h9v11H3z",
  "forward": "m4 6 8 6-8 6zM12 6l8 6-8 6z",
  "gearshape": "M12 15.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM12 3v3M12 18v3M3 12h3M18 12h3M5.6 5.6l2.2 2.2M16.2 16.2l2.2 2.2M18.4 5.6l-2.2 2.2M7.8 16.2l-2.2 2.2",
  "gift": "M4 10h16v10H4zM12 6v14M12 7C9 3 5 5 8 8h8c3-3-1-5-4-1zM3 8h18v3H3z",
  "hand.thumbsdown": "M7 4v10l4 7c2 0 2.5-1.5 2-3l-.5-3H19c1.5 0 2-1 1.5-2.5L18.5 6c-.3-1.2-1-2-2-2zM3 4h4v10H3z",
  "hand.thumbsup": "M7 20V10l4-7c2 0 2.5 1.5 2 3l-.5 3H19c1.5 0 2 1 1.5 2.5L18.5 18c-.3 1.2-1 2-2 2zM3 10h4v10H3z",
  "heart": "M12 20S3.5 15 3.5 9A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 8.5 2c0 6-8.5 11-8.5 11z",
  "house": "M3 12 12 4l9 8M6 10v10h12V10",
  "info": "M12 10.5V19M12 5.5v.1",
  "key": "M8 17a5 5 0 1 0 0-10 5 5 0 0 0 0 10zM13 12h8v3M17.5 12v3",
  "link": "M10 14a4 4 0 0 0 6 .5l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.5l-3 3a4 4 0 0 0 6 6l1-1",
  "list.bullet": "M9 6h12M9 12h12M9 18h12M4 6h.1M4 12h.1M4 18h.1",
  "location": "M21 3 3 11l8 2 2 8z",
  "lock": "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3",
  "magnifyingglass": "M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20",
  "map": "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14",
  "mappin": "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 12v9",
  "mic": "M12 15a3 3 0 0 0 3-3V6a3 3 0 0 0-6 0v6a3 3 0 0 0 3 3zM6 12a6 6 0 0 0 12 0M12 18v3",
  "minus": "M5 12h14",
  "moon": "M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5z",
  "moon.stars": "M17 16.5A7.5 7.5 0 0 1 9 5a7.5 7.5 0 1 0 8 11.5zM16 4l.7 1.8 1.8.7-1.8.7L16 9l-.7-1.8-1.8-.7 1.8-.7z",
  "paperplane": "M21 3 3 10l7 3 3 7zM21 3 10 13",
  "pause": "M7 5h3v14H7zM14 5h3v14h-3z",
  "pencil": "m4 20 1-4L16 5l3 3L8 19z",
  "person": "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-5 4-7 8-7s8 2 8 7z",
  "phone": "M6 3h3l2 5-2.5 2a12 12 0 0 0 5.5 5.5L16 13l5 2v3a3 3 0 0 1-3 3C10 21 3 14 3 6a3 3 0 0 1 3-3z",
  "photo": "M3 5h18v14H3zM3 16l5-5 5 5 3-3 5 5M15.5 10a1 1 0 1 0 0-2 1 1 0 0 0 0 2z",
  "play": "M7 4.5v15l12-7.5z",
  "plus": "M12 5v14M5 12h14",
  "questionmark": "M8 8.5a4 4 0 1 1 5.5 3.7c-1 .5-1.5 1.3-1.5 2.8M12 19.5v.1",
  "shield": "M12 3l8 3v6c0 5-4 8-8 9-4-1-8-4-8-9V6z",
  "shippingbox": "M12 3l8 4v10l-8 4-8-4V7zM4 7l8 4 8-4M12 11v10M8 5l8 4",
  "speaker.wave.2": "M4 9.5h3.5L12 6v12l-4.5-3.5H4zM15 9.5a4 4 0 0 1 0 5M17.5 7a7.5 7.5 0 0 1 0 10",
  "square": "M4 4h16v16H4z",
  "square.and.arrow.up": "M12 15V3M8 7l4-4 4 4M8 10H5v11h14V10h-3",
  "square.stack": "M5 9h14v11H5zM7 6h10M9 3h6",
  "star": "m12 3 2.7 6 6.3.7-4.7 4.3 1.3 6.5L12 17.2 6.4 20.5 7.7 14 3 9.7 9.3 9z",
  "stop": "M6 6h12v12H6z",
  "sun.max": "M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7",
  "tag": "M4 4h7l9 9-7 7-9-9zM8 8h.1",
  "trash": "M5 7h14M9 7V4h6v3M7 7l1 14h8l1-14M10.5 11v6M13.5 11v6",
  "video": "M3 7h12v10H3zM15 11l6-3v8l-6-3z",
  "xmark": "M6 6l12 12M18 6 6 18",
};
const others = { "message": "bubble.left", "gear": "gearshape", "arrow.triangle.2.circlepath": "arrow.clockwise", "mappin.and.ellipse": "mappin" };
/** A name is anybody's: what every object has is no shape. */
const find = (name) => (Object.hasOwn(shapes, name) ? shapes[name] : Object.hasOwn(others, name) ? shapes[others[name]] : undefined);
const namespace = "http://www.w3.org/2000/svg";

/** A symbol in the colour of the text around it; for an unknown name an outlined square with the name. */
export function symbol(name, label = "") {
  const isFilled = name.endsWith(".fill");
  const plain = name.replace(/\.fill$/, "");
  const base = plain.replace(/\.circle$/, "");
  const shape = find(plain) ?? find(base);
  const made = document.createElementNS(namespace, "svg");
  made.setAttribute("viewBox", "0 0 24 24");
  if (label) {
    made.setAttribute("role", "img");
    made.setAttribute("aria-label", label);
  } else {
    made.setAttribute("aria-hidden", "true");
  }
  if (!shape) {
    made.append(path("M4 4h16v16H4z", { stroke: "currentColor", "stroke-dasharray": "3 2" }));
    made.append(title(name));
  } else if (!find(plain)) {
    made.append(path(shapes.circle, { stroke: "currentColor", fill: isFilled ? "currentColor" : "none" }));
    const color = isFilled ? "Canvas" : "currentColor";
    made.append(path(shape, { stroke: color, transform: "translate(5.5 5.5) scale(.54)", "stroke-width": 3 }));
  } else {
    made.append(path(shape, { stroke: "currentColor", fill: isFilled ? "currentColor" : "none" }));
  }
  return made;
}

function path(shape, attributes) {
  const made = document.createElementNS(namespace, "path");
  made.setAttribute("d", shape);
  const all = { fill: "none", "stroke-width": 1.8, "stroke-linecap": "round", "stroke-linejoin": "round", ...attributes };
  for (const [name, value] of Object.entries(all)) made.setAttribute(name, value);
  return made;
}

function title(text) {
  const made = document.createElementNS(namespace, "title");
  made.textContent = text;
  return made;
}
