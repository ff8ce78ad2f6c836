// SPDX-License-Identifier: Apache-2.0
// Part of Belfry, a host for notification extensions.

// Where the device is: the regions that requests wait for, and a place in none of them.

import { change, request } from "./connection.js";
import { arrange, button, byName, element, nameOf, setText } from "./elements.js";

/** The elements of regions, by what they are drawn from: they stay under whoever clicks. */
let rows = new Map();
let readings = 0;

/** Draws the regions, while the device's panel is open. */
export async function drawRegions() {
  if (!byName("device-panel").open) return;
  const reading = ++readings;
  const { value, error } = await request("GET", "/v1/device/regions");
  if (error || reading !== readings) return;
  const { regions, position, elsewhere } = value;
  setText(byName("place"), said(position, regions));
  const known = rows;
  rows = new Map();
  const places = elsewhere && regions.length ? [...regions, { identifier: "", requests: [], ...elsewhere }] : regions;
  arrange(byName("regions"), places.map((region) => {
    const { isInside, requests, ...place } = region;
    const key = JSON.stringify(place);
    const row = known.get(key) ?? drawRow(place);
    row.draw(region);
    rows.set(key, row);
    return row.made;
  }));
}

function said(position, regions) {
  if (!regions.length) return "No request waits for a place.";
  if (!position) return "Where the device is, is not known. The first place only says on which side of each border it is.";
  const inside = regions.filter(({ isInside }) => isInside).map(({ identifier }) => identifier);
  const place = `${position.latitude}, ${position.longitude}`;
  return inside.length ? `The device is at ${place}, in ${inside.join(", ")}.` : `The device is at ${place}, in no region.`;
}

function drawRow({ identifier, latitude, longitude, radius }) {
  const made = element("li", "setting");
  const name = identifier || "Elsewhere";
  const state = element("small");
  const label = element("span", "", name);
  label.append(state);
  const go = button("Go there", "plain", () => change("PUT", "/v1/device/position", { latitude, longitude }));
  go.setAttribute("aria-label", `Go to ${name}`);
  made.append(label, go);
  return {
    made,
    draw({ isInside, requests }) {
      const apps = [...new Set(requests.map(({ app }) => nameOf(app)))].join(", ");
      const side = isInside === undefined ? "" : isInside ? "the device is here, " : "";
      setText(state, radius === undefined ? "in none of them" : `${side}${Math.round(radius)} m around ${latitude}, ${longitude}: ${apps}`);
      made.classList.toggle("here", isInside === true);
    },
  };
}

byName("device-panel").addEventListener("toggle", drawRegions);
