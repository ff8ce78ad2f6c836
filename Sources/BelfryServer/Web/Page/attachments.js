// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// The files of a notification, each drawn by what it is: a picture, a picture that moves, a sound, a
// movie. What the browser cannot draw can be saved.

import { button, element } from "./elements.js";

const gif = "com.compuserve.gif";
const kinds = {
  "public.png": "picture",
  "public.jpeg": "picture",
  [gif]: "picture",
  "org.webmproject.webp": "picture",
  "public.avif": "picture",
  "public.heic": "picture",
  "public.mp3": "sound",
  "public.mpeg-4-audio": "sound",
  "com.apple.m4a-audio": "sound",
  "com.microsoft.waveform-audio": "sound",
  "public.aiff-audio": "sound",
  "public.aifc-audio": "sound",
  "public.mpeg-4": "movie",
  "com.apple.m4v-video": "movie",
  "public.mpeg": "movie",
  "public.mpeg-2-video": "movie",
  "public.avi": "movie",
};

/** What an attachment is: `picture`, `sound` or `movie`; nothing for a type that is not known. */
function kindOf({ type = "" }) {
  const name = type.toLowerCase();
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

function address(entry, { identifier }) {
  return `/v1/notifications/${entry.sequence}/attachments/${encodeURIComponent(identifier)}`;
}

/** The small picture of a card, of its first file that has one; null for none. */
export function thumbnail(entry) {
  const file = entry.content.attachments?.find((each) => ["picture", "movie"].includes(kindOf(each)));
  if (!file || file.thumbnailHidden) return null;
  if (kindOf(file) === "movie") return still(entry, file);
  const made = element("img", "thumbnail");
  made.alt = "";
  made.loading = "lazy";
  made.src = address(entry, file);
  clip(made, file);
  made.addEventListener("error", () => made.remove());
  return made;
}

/** A picture out of a movie, at the time that its sender has chosen. */
function still(entry, file) {
  const made = element("video", "thumbnail");
  [made.muted, made.playsInline, made.preload, made.tabIndex] = [true, true, "metadata", -1];
  made.setAttribute("aria-hidden", "true");
  made.src = `${address(entry, file)}#t=${Number(file.thumbnailTime) || 0.1}`;
  clip(made, file);
  made.addEventListener("error", () => made.remove());
  return made;
}

/** Shows the part of a picture that its sender has chosen. */
function clip(made, { clippingRect }) {
  if (!clippingRect) return;
  const [x, y, width, height] = clippingRect.map(Number);
  const sides = [y, 1 - x - width, 1 - y - height, x].map((share) => `${share * 100}%`);
  made.style.objectViewBox = `inset(${sides.join(" ")})`;
}

/** Draws all files of a notification. */
export function drawAttachments(entry) {
  return (entry.content.attachments ?? []).map((file) => {
    const made = element("figure", "file");
    const draw = { picture: drawPicture, sound: drawSound, movie: drawMovie }[kindOf(file)];
    if (draw) draw(made, entry, file);
    else made.append(row(entry, file, false));
    return made;
  });
}

function drawPicture(made, entry, file) {
  const picture = element("img", "picture");
  picture.alt = file.identifier;
  picture.loading = "lazy";
  picture.src = address(entry, file);
  picture.addEventListener("error", () => made.replaceChildren(row(entry, file, true)));
  made.append(picture);
  if (file.type?.toLowerCase() === gif) made.append(pauseButton(picture));
}

/** What stops a picture that moves (WCAG 2, 2.2.2); it stands still from the first where the user wants
 *  no motion. */
function pauseButton(picture) {
  const still = element("canvas", "picture");
  still.setAttribute("role", "img");
  still.setAttribute("aria-label", picture.alt);
  const toggle = button("Pause", "plain pause", () => setMoving(still.isConnected));
  function setMoving(isMoving) {
    if (!isMoving) {
      [still.width, still.height] = [picture.naturalWidth, picture.naturalHeight];
      still.getContext("2d").drawImage(picture, 0, 0);
    }
    (isMoving ? still : picture).replaceWith(isMoving ? picture : still);
    toggle.textContent = isMoving ? "Pause" : "Play";
  }
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) {
    picture.addEventListener("load", () => picture.isConnected && setMoving(false), { once: true });
  }
  return toggle;
}

function drawSound(made, entry, file) {
  const sound = element("audio");
  made.append(element("figcaption", "", file.identifier), play(sound, made, entry, file));
}

function drawMovie(made, entry, file) {
  const movie = element("video", "movie");
  movie.playsInline = true;
  made.append(play(movie, made, entry, file));
}

/** Has a player play a file; what it cannot play is offered for saving. */
function play(player, made, entry, file) {
  player.controls = true;
  player.preload = "metadata";
  player.setAttribute("aria-label", file.identifier || "Attachment");
  player.addEventListener("error", () => made.replaceChildren(row(entry, file, true)));
  player.src = address(entry, file);
  return player;
}

/** A file that is not drawn: its name, its type, and a way to save it. */
function row(entry, file, isUnknown) {
  const made = element("div", "row");
  const name = element("span", "", file.identifier);
  const reason = isUnknown ? "this browser does not show it" : "";
  name.append(element("small", "", [file.type, reason].filter(Boolean).join(": ")));
  const save = element("a", "plain", "Save");
  save.href = address(entry, file);
  save.download = "";
  save.setAttribute("aria-label", `Save ${file.identifier}`);
  made.append(name, save);
  return made;
}
