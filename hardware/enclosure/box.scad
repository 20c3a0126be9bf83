// The box: a tray that holds everything, and a lid that holds what hands and eyes need. Lengths in millimetres.
//
//   make enclosure                                   build/enclosure/tray.stl, lid.stl, and template.svg to drill by
//   openscad -o lid.stl -D 'part="lid"' -D buttons=8 box.scad
//
// Printed without supports: the tray stands on its floor, the lid lies on its face.

part = "all";               // tray, lid, template (the lid's holes, flat, in true size) or all (to look at)

// what is built in
buttons = 6;                // as many as the settings name
columns = 3;                // buttons side by side
button_hole = 24;           // 24 or 30 for arcade buttons, 16 or 12 for panel buttons
button_pitch = 36;          // from one middle to the next
button_depth = 34;          // what a button needs below the lid, plugs included
window = [24, 13];          // what is seen of the panel, its glass behind: 0.96 inch; 1.3 inch: [31, 16.5]
window_offset = [0, 2.5];   // the picture's middle from the middle of the module's holes
module_holes = [23.5, 23.8]; // between the middles of the module's holes; 1.3 inch: [30.5, 28.5]
module_screw = 2;
lamp_hole = 5.2;            // a 5 mm lamp
buzzer_hole = 3;            // 0: no buzzer
dial_hole = 0;              // 7 for the neck of a rotary encoder; 0: no dial
pi = "zero";                // zero, or full (Pi 3 B+, 4, 5)
speaker = 40;               // the cone of a loudspeaker on I2S, at most 8 deep; 0: one on USB, outside
microphone_hole = 3;        // for a microphone on I2S behind the front wall; 0: one on USB
cable_door = pi == "zero" ? [58, 14] : [80, 24]; // in the rear wall: sockets; on a full Pi the supply's cable beside them

// how it is made
wall = 2.4;
floor_height = 2.4;
face = 3;                   // the lid's thickness; buttons with a nut clamp it
radius = 8;                 // of the outer corners
margin = 14;                // between the outermost hole's edge and the outer wall
fit = 0.3;                  // between parts that go into each other
lid_screw = 3;              // M3, into threads of brass or cut by the screw itself
insert_hole = 2.6;          // the screw cuts its own thread; 4 for a brass insert
$fn = 48;

rows = ceil(buttons / columns);
panel_band = max(window[1], module_holes[1]) + 12;
width = max(columns * button_pitch - (button_pitch - button_hole) + 2 * margin, module_holes[0] + 60, 100);
depth = rows * button_pitch + panel_band + 2 * margin - (button_pitch - button_hole) / 2;
height = floor_height + max(button_depth + 26, speaker + 10); // 26: the board on its posts, plugs on its pins
post = lid_screw + 2 * wall + 1;
inner = [width - 2 * wall, depth - 2 * wall];
board_holes = pi == "zero" ? [58, 23] : [49, 58]; // full lies with its USB sockets to the rear
board_edge = pi == "zero" ? 3.5 : 23.5;           // from the rear holes to the edge with the sockets
panel_middle = [0, depth / 2 - margin - panel_band / 2 + 2];
lamp_across = max(module_holes[0], window[0]) / 2 + 14; // from the panel's middle; the buzzer as far to the left
dial_across = lamp_across + 18; // a knob of 20 leaves the lamp in view

assert(buttons >= 1 && buttons <= 20, "buttons: from 1 to 20");
assert(columns >= 1 && columns <= buttons, "columns: from 1 to the number of buttons");
assert(button_pitch >= button_hole + 4, "button_pitch: at least 4 more than button_hole, or the lid breaks between them");
assert(pi == "full" || pi == "zero", "pi: full or zero");
assert(depth >= (pi == "zero" ? 50 : 96), "too shallow for the board: more buttons in a column, or pi zero");
assert(dial_hole == 0 || dial_across + 9 <= width / 2 - wall, "dial_hole: too narrow for a dial: more columns, or 0");
assert(speaker >= 0 && speaker <= 80, "speaker: from 0 to 80");

function button_middle(number) =
  let (row = floor(number / columns),
       across = number % columns,
       in_row = min(columns, buttons - row * columns))
  [(across - (in_row - 1) / 2) * button_pitch,
   depth / 2 - margin - panel_band - button_hole / 2 - row * button_pitch];

function corners(size, inset) = [for (x = [-1, 1], y = [-1, 1]) [x * (size[0] / 2 - inset), y * (size[1] / 2 - inset)]];

module slab(size, corner, thickness) {
  linear_extrude(thickness) offset(corner) square([size[0] - 2 * corner, size[1] - 2 * corner], center = true);
}

module lid_holes() {
  for (number = [0 : buttons - 1]) translate(button_middle(number)) circle(d = button_hole + fit);
  translate(panel_middle + window_offset) square(window, center = true);
  for (at = corners([module_holes[0], module_holes[1]], 0)) translate(panel_middle + at) circle(d = module_screw + fit);
  translate(panel_middle + [lamp_across, 0]) circle(d = lamp_hole);
  if (buzzer_hole > 0) translate(panel_middle - [lamp_across, 0]) circle(d = buzzer_hole);
  if (dial_hole > 0) translate(panel_middle + [dial_across, 0]) circle(d = dial_hole + fit);
  for (at = corners([width, depth], wall + post / 2)) translate(at) circle(d = lid_screw + fit);
}

module lid_face() {
  difference() {
    offset(radius) square([width - 2 * radius, depth - 2 * radius], center = true);
    lid_holes();
  }
}

module lid() { // lies on its face: what is up here is inside, so left is right
  linear_extrude(face) mirror([1, 0]) lid_face();
  // a rim that keeps it in place, left out where the corner posts stand
  translate([0, 0, face]) linear_extrude(3) difference() {
    square([inner[0] - 2 * fit, inner[1] - 2 * fit], center = true);
    square([inner[0] - 2 * fit - 3, inner[1] - 2 * fit - 3], center = true);
    for (at = corners([width, depth], wall + post / 2)) translate(at) square(post + 8, center = true);
  }
}

module grille() {
  rings = floor(speaker / 2 / 5);
  for (ring = [0 : rings - 1], step = [0 : max(0, ring * 6 - 1)])
    rotate(ring == 0 ? 0 : step * 60 / ring) translate([ring * 5, 0]) circle(d = 3, $fn = 16);
}

module board_posts() {
  for (at = corners(board_holes, 0)) translate(at) difference() {
    cylinder(d = 6, h = 5);
    translate([0, 0, -0.01]) cylinder(d = 2.2, h = 5.02); // M2.5 cuts its own thread
  }
}

module tray() {
  difference() {
    slab([width, depth], radius, height);
    translate([0, 0, floor_height]) slab(inner, max(radius - wall, 1), height);
    // rear: the cable door; its middle is the board's
    translate([0, depth / 2 - wall / 2, floor_height + 3 + cable_door[1] / 2])
      cube([cable_door[0], 3 * wall, cable_door[1]], center = true);
    if (speaker > 0) translate([width / 2 - wall / 2, 0, floor_height + (height - floor_height) / 2])
      rotate([90, 0, 90]) linear_extrude(3 * wall, center = true) grille();
    if (microphone_hole > 0) translate([0, -depth / 2, height - 12])
      rotate([90, 0, 0]) cylinder(d = microphone_hole, h = 4 * wall, center = true);
    // feet: shallow seats for rubber dots
    for (at = corners([width, depth], radius + 6)) translate([at[0], at[1], -0.01]) cylinder(d = 10.5, h = 0.8);
  }
  for (at = corners([width, depth], wall + post / 2)) translate([at[0], at[1], floor_height - 0.01]) difference() {
    translate([-post / 2, -post / 2, 0]) cube([post, post, height - floor_height]);
    translate([0, 0, height - floor_height - 12]) cylinder(d = insert_hole, h = 12.1);
  }
  translate([0, depth / 2 - wall - 1 - board_edge - board_holes[1] / 2, floor_height - 0.01]) board_posts();
}

if (part == "tray") tray();
if (part == "lid") lid();
if (part == "template") lid_face();
if (part == "all") {
  tray();
  translate([0, 0, height + 25]) rotate([0, 180, 0]) lid();
}
