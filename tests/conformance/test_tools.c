/* SPDX-License-Identifier: MIT */
/* Every tool of the table: its description is complete, a gesture is one undo step, Escape at any
 * moment of it leaves the project byte for byte as it was, and so does undo. */
#include <string.h>

#include "tests/support/canvas.h"
#include "tests/support/seed.h"

#define BOX "{\"box\": [4, 4, 20, 12]}"
#define CIRCLE "{\"circle\": [40, 12, 6]}"
#define ORIENTED "{\"oriented\": [40, 30, 16, 6, 0]}"
#define POLYGON "{\"polygon\": [[4, 24], [20, 24], [20, 36], [4, 36]]}"

static const struct {
  const char *tool, *name;
  const char *before;      /* events that are no part of the gesture and change nothing */
  const char *gesture;
  gboolean no_step;        /* changes the view or the selection only */
} gestures[] = {
  { "select", "move a box", "", "p10,8 m12,9 m18,11 r18,11" },
  { "select", "move a point", "", "p50.5,40.5 m52,41 r54,42" },
  { "select", "move the hot spot", "", "p20.5,40.5 m30,41 r31,42" },
  { "select", "move everything", "p60,1 m0,47 r0,47", "p10,8 m12,9 r18,11" },
  { "select", "move along an axis", "", "p10,8 m12,9 r18,11+s" },
  { "select", "move a copy", "", "p10,8 m14,9+a r18,11+a" },
  { "select", "resize a box", "p10,8 r10,8", "p24,16 m30,20 r33,21" },
  { "select", "resize over the opposite side", "p10,8 r10,8", "p24,16 m3,3 r1,1" },
  { "select", "resize a circle", "p40,12 r40,12", "p46,12 m50,14 r50,14" },
  { "select", "turn an oriented box", "p40,30 r40,30", "p40,23.75 m46,26 r50,30" },
  { "select", "move a corner", "p6,34 r6,34", "p20,36 m24,38 r26,40" },
  { "select", "move a corner across and back", "p6,34 r6,34", "p20,36 m1,20 m24,38 r26,40" },
  { "select", "insert a corner", "p6,34 r6,34", "p12,24 r12,24 d12,24 m12,20 r12,20" },
  { "select", "remove a corner", "p6,34 r6,34", "p20,36+a" },
  { "select", "delete", "p10,8 r10,8", "Del" },
  { "select", "nudge", "p10,8 r10,8", "Right" },
  { "select", "nudge far", "p10,8 r10,8", "Up+s" },
  { "select", "resize by key", "p10,8 r10,8", "Right+c" },
  { "select", "resize a circle by key", "p40,12 r40,12", "Down+c" },
  { "select", "resize an oriented box by key", "p40,30 r40,30", "Left+c" },
  { "select", "resize everything by key", "p60,1 m0,47 r0,47", "Up+c" },
  { "select", "click", "", "p10,8 r10,8", TRUE },
  { "select", "rubber band", "", "p60,1 m30,20 r1,47", TRUE },
  { "select", "move with the keyboard", "", "Enter Enter Right+s Down Enter" },
  { "select", "copy with the keyboard", "", "Enter Enter+a Right+s Down Enter" },
  { "hand", "pan", "", "p10,8 m12,9 m18,11 r18,11", TRUE },
  { "hot-spot", "click", "", "p33.5,30.5 r33.5,30.5" },
  { "hot-spot", "drag", "", "p33,30 m34,31 m35,35 r36,36" },
  { "hot-spot", "click with the keyboard", "", "Enter Right Right Up+s Enter" },
  { "action-point", "click", "", "p33.5,30.5 r33.5,30.5" },
  { "action-point", "click and aim", "", "p33.5,30.5 m36,30 m40,34 r40,34" },
  { "action-point", "aim an old one", "", "p50.5,40.5 m56,40.5 r60,40.5" },
  { "action-point", "correct an old one", "p50.5,40.5 r50.5,40.5", "p51.5,40.5 r51.5,40.5" },
  { "action-point", "aim from beside an old one", "p50.5,40.5 r50.5,40.5", "p51.1,40.5 m56,40.5 r60,40.5" },
  { "action-point", "another one", "", "p33.5,30.5+c r33.5,30.5+c" },
  { "action-point", "aim with the keyboard", "", "Enter Left Enter Right+s Right+s Enter" },
  { "box", "drag", "", "p30,20 m34,22 m38,28 r38,28" },
  { "box", "square", "", "p30,20 m34,22+s r38,40+s" },
  { "box", "correct the selected one", "p10,8 r10,8", "p24,16 m30,20 r33,21" },
  { "box", "drag with the keyboard", "", "Enter Enter Right+s Down+s Enter" },
  { "circle", "drag", "", "p30,20 m34,22 m38,28 r38,28" },
  { "circle", "drag with the keyboard", "", "Enter Enter Right+s Down+s Enter" },
  { "capsule", "drag", "", "p30,20 m34,22 m38,28 r38,28" },
  { "capsule", "drag in a step of 15 degrees", "", "p30,20 m34,22+s m38,28+s r38,28+s" },
  { "capsule", "drag with the keyboard", "", "Enter Enter Right+s Down+s Enter" },
  { "oriented-box", "drag", "", "p30,20 m34,22 m38,28 r38,28" },
  { "oriented-box", "drag with the keyboard", "", "Enter Enter Right+s Down+s Enter" },
  { "polygon", "close on the first corner", "", "p30,2 r30,2 p36,2 r36,2 m36,8 p36,8 r36,8 m30,2 p30,2" },
  { "polygon", "close with Enter", "", "p30,2 r30,2 p36,2 r36,2 p36,8 r36,8 Enter" },
  { "polygon", "close with a double click", "", "p30,2 r30,2 p36,2 r36,2 p36,8 r36,8 d36,8" },
  { "polygon", "close with the keyboard", "", "Enter Enter Right+s Enter Down+s Enter Enter" },
  { "polygon", "take a corner back", "", "p30,2 r30,2 p36,2 r36,2 p50,9 r50,9 Back p36,8 r36,8 Enter" },
  { "trace", "click", "", "p26.5,20.5 r26.5,20.5" },
  { "trace", "change the tolerance and click", "", "m26.5,20.5 [ [ [ ] m26.5,21.5 p26.5,21.5 r26.5,21.5" },
  { "trace", "click with the keyboard", "", "Enter Left Left Enter" },
  { "heights", "click", "", "p10.5,30.5 r10.5,30.5" },
  { "heights", "drag", "", "p10,30 m14,22 m38,28 r38,28" },
  { "heights", "a slope", "", "p-3,52+s m20,40+s r70,-9+s" },
  { "heights", "a slope and back", "", "p10,30 m30,20+s m30,20 r31,2" },
  { "heights", "drag with the keyboard", "", "Enter Enter Right+s Up+s Enter" },
  { "region", "select a box", "", "p20,10 m30,30 r32,30", TRUE },
  { "region", "select around", "", "p20,10+c m30,10+c m30,30+c r20,30+c", TRUE },
  { "region", "move", "p20,10 m40,40 r40,40", "p30.5,25.5 m32,26 m36,30 r36,30" },
  { "region", "move a copy", "p20,10 m40,40 r40,40", "p30.5,25.5+a m36,30+a r40,30+a" },
  { "region", "nudge", "p20,10 m40,40 r40,40", "Right+s" },
  { "region", "erase", "p20,10 m30,30 r30,30", "Del" },
  { "region", "select with the keyboard", "", "Enter Enter Right+s Down+s Enter", TRUE },
  { "wand", "click", "", "p32.5,25.5 r32.5,25.5", TRUE },
  { "wand", "add", "p32.5,25.5 r32.5,25.5", "p2.5,2.5+s r2.5,2.5+s", TRUE },
  { "wand", "click with the keyboard", "", "Enter Left Left Enter", TRUE },
  { "brush", "click", "", "p10.5,10.5 r10.5,10.5" },
  { "brush", "drag", "", "p10,10 m20,12 m30,30 r31,30" },
  { "brush", "larger", "", "] ] ] p10,10 m20,12 r22,12" },
  { "brush", "outside and back", "", "p-20,-20 m20,12 r90,90" },
  { "brush", "pick instead", "", "p30.5,25.5+a r30.5,25.5+a", TRUE },
  { "brush", "drag with the keyboard", "", "Enter Enter Right+s Down+s Enter" },
  { "eraser", "drag", "", "p20,25 m40,25 r50,25" },
  { "eraser", "where nothing is", "", "p2,2 m8,2 r8,2", TRUE },
  { "line", "drag", "", "p2,2 m10,10 m40,20 r50,30" },
  { "line", "at 45 degrees", "", "p2,2 m10,10+s r50,44+s" },
  { "rectangle", "drag", "", "p2,2 m10,10 r20,12" },
  { "rectangle", "square from the middle", "", "p12,12 m14,12+s+a r20,14+s+a" },
  { "rectangle", "erase", "", "p20,10+c m30,26+c r40,26+c" },
  { "rectangle", "drag with the keyboard", "", "Enter Enter Right+s Down+s Enter" },
  { "ellipse", "drag", "", "p2,2 m10,10 r30,32" },
  { "ellipse", "circle", "", "p2,2 m10,10+s r30,12+s" },
  { "area", "close on the first corner", "", "p2,2 r2,2 p20,2 r20,2 p20,20 r20,20 m2,2 p2,2" },
  { "area", "close with Enter", "", "p2,2 r2,2 p20,2 r20,2 p20,20 r20,20 Enter" },
  { "area", "close with a double click", "", "p2,2 r2,2 p20,2 r20,2 p20,20 r20,20 d20,20" },
  { "area", "draw around", "", "p2,2 m12,2 m20,4 m20,14 m10,20 r2,18" },
  { "area", "take a corner back", "", "p2,2 r2,2 p20,2 r20,2 p50,40 r50,40 Back p20,20 r20,20 Enter" },
  { "fill", "click", "", "p26.5,20.5 r26.5,20.5" },
  { "fill", "erase", "", "p32.5,25.5+c r32.5,25.5+c" },
  { "fill", "click with the keyboard", "", "Enter Left Left Enter" },
  { "track-select", "move a point", "", "p10,10 m12,12 m15,15 r15,15" },
  { "track-select", "move several", "p2,2 m30,20 r47,47", "p10,10 m12,12 r14,13" },
  { "track-select", "move a handle", "p10,40 r10,40", "p16,44 m18,46 r20,44" },
  { "track-select", "move one handle alone", "p10,40 r10,40", "p16,44 m18,46+a r20,44+a" },
  { "track-select", "change the width", "p10,10 r10,10", "p10,14 m10,16 r10,18" },
  { "track-select", "move a curve", "", "p30,10 m31,12 r32,14" },
  { "track-select", "move a check point", "", "p20,7 m22,7 r24,8" },
  { "track-select", "move an end of a check point", "", "p20,4 m22,4 r24,2" },
  { "track-select", "insert a point", "p30,10 r30,10", "d30,10 m31,12 r32,14" },
  { "track-select", "insert a point with a double click", "p30,10 r30,10", "d30,10 r30,10" },
  { "track-select", "delete a point", "p40,10 r40,10", "Del" },
  { "track-select", "delete a curve", "p30,10 r30,10", "Del" },
  { "track-select", "nudge", "p40,10 r40,10", "Right" },
  { "track-select", "wider by key", "p40,10 r40,10", "Up+c" },
  { "track-select", "rubber band", "", "p2,2 m30,20 r47,47", TRUE },
  { "curve", "open", "", "p50,44 r50,44 p56,30 r56,30 p60,20 r60,20 Enter" },
  { "curve", "closed", "", "p50,5 r50,5 p60,5 r60,5 p60,20 r60,20 p50,5 r50,5" },
  { "curve", "pull handles", "", "p50,44 m52,40 r54,36 p58,20 r58,20 Enter" },
  { "curve", "insert a point", "", "p30,10 m31,12 r32,14" },
  { "curve", "back", "", "p50,44 r50,44 p56,30 r56,30 p60,20 r60,20 Back Enter" },
  { "gate", "drag", "", "p30,20 m34,22 r38,28" },
  { "gate", "level", "", "p30,20 m34,22+s r38,22+s" },
  { "gate", "move one", "", "p20,7 m22,7 r24,8" },
  { "gate", "drag with the keyboard", "", "Enter Enter Right+s Down Enter" },
  { "level-select", "move an end", "", "p40,8 m42,10 m44,12 r44,12" },
  { "level-select", "move a wall", "", "p24,8 m24,10 r24,4" },
  { "level-select", "move a wall along an axis", "", "p24,8 m24,10+s r26,4+s" },
  { "level-select", "move an end to another one", "", "p48,8 m44,8 r40.2,8.2" },
  { "level-select", "move an end onto a wall", "", "p48,8 m44,18 r40.2,20" },
  { "level-select", "move an entity", "", "p24,24 m26,26 r30,30" },
  { "level-select", "move an area", "p54,41 r54,41", "p54,41 m54,43 r54,44" },
  { "level-select", "move several", "p4,4 m30,42 r44,44", "p24,8 m24,10 r28,12" },
  { "level-select", "move a copy", "", "p48,20 m50,20+a r56,20+a" },
  { "level-select", "move several ends", "p38,2+c m50,6+c r50,12+c", "p40,8 m40,10 r40,12" },
  { "level-select", "delete a wall", "p24,8 r24,8", "Del" },
  { "level-select", "delete an end", "p40,8 r40,8", "Del" },
  { "level-select", "nudge", "p24,8 r24,8", "Right" },
  { "level-select", "nudge by the grid", "p40,8 r40,8", "Down+s" },
  { "level-select", "click", "", "p24,8 r24,8", TRUE },
  { "level-select", "click into an area", "", "p54,41 r54,41", TRUE },
  { "level-select", "rubber band", "", "p4,4 m30,42 r44,44", TRUE },
  { "level-select", "move with the keyboard", "p24,8 r24,8", "Enter Enter Right+s Down+s Enter" },
  { "wall", "chain", "", "p50,2 r50,2 p60,2 r60,2 p60,12 r60,12 Enter" },
  { "wall", "drag", "", "p52,12 m56,14 r60,24" },
  { "wall", "close", "", "p52,12 r52,12 p60,12 r60,12 p60,24 r60,24 m52,12 p52,12 r52,12" },
  { "wall", "end with a double click", "", "p52,12 r52,12 p60,12 r60,12 p60,24 r60,24 d60,24" },
  { "wall", "from wall to wall", "", "p24.2,8.2 r24.2,8.2 p24.2,40 r24.2,40 Enter" },
  { "wall", "at an angle", "", "p52,12 r52,12 p60,13+s r60,13+s Enter" },
  { "wall", "without snapping", "", "p52.3,12.7+c r52.3,12.7+c p60,13+c r60,13+c Enter" },
  { "wall", "back", "", "p52,12 r52,12 p60,12 r60,12 p60,24 r60,24 Back Enter" },
  { "wall", "with the keyboard", "", "Enter Enter Enter Right+s Enter Enter Enter" },
  { "split", "click", "", "p24,8 r24,8" },
  { "split", "click and drag", "", "p24,8 m24,4 r24,4" },
  { "split", "without snapping", "", "p23.3,8+c r23.3,8+c" },
  { "level-area", "click", "", "p20,30 r20,30" },
  { "level-area", "click where no walls close", "", "p53,21 r53,21", TRUE },
  { "level-area", "drag a rectangle", "", "p50,2 m54,6 r60,12" },
  { "level-area", "drag with the keyboard", "", "Enter Enter Right+s Down+s Enter" },
  { "entity", "click", "", "p53,21 r53,21" },
  { "entity", "drag a direction", "", "p53,21 m55,21 r60,26" },
  { "entity", "a direction by steps", "", "p53,21 m55,21+s r60,22+s" },
  { "entity", "move one", "", "p24,24 m26,26 r30,30" },
  { "entity", "with the keyboard", "", "Enter Enter Right+s Enter" },
  { "probe", "drag", "", "p20,20 m30,20 r50,22", TRUE },
  { "image", "drag", "", "p8,8 m16,8 r20,13" },
  { "image", "click", "", "p8,8 r8,8", TRUE },
  { "maze", "drag", "", "p8,88 m16,88 m16,96 r24,96" },
  { "maze", "click an edge", "", "p12,88.5 r12,88.5" },
  { "maze", "straight", "", "p8,88 m10,92+s r32,98+s" },
  { "maze", "a box", "", "p8,88 m10,92+a r32,104+a" },
  { "maze", "take down", "", "p8,88+c m16,88+c r24,96+c", TRUE },
  { "ground", "click along", "", "p10,120 r10,120 p30,110 r30,110 m40,120 p50,120 r50,120 Enter" },
  { "ground", "end with a double click", "", "p10,120 r10,120 p30,110 r30,110 d30,110" },
  { "ground", "from right to left", "", "p50,120 r50,120 p10,110 r10,110 Enter" },
  { "ground", "back", "", "p10,120 r10,120 p30,110 r30,110 p60,100 r60,100 Back Enter" },
  { "ground", "move a point", "", "p120,80 m122,84 r124,86" },
  { "ground", "move a point beyond the next", "", "p120,80 m150,84 r170,86" },
  { "ground", "insert a point", "", "p150,100 m150,104 r152,108" },
  { "ground", "one more at the end", "", "p172,96+a r172,96+a" },
  { "ground", "a straight piece", "", "p120,80 r120,80 d120,80" },
  { "ground", "delete a point", "p120,80 r120,80", "Del" },
  { "ground", "nudge", "p120,80 r120,80", "Down" },
  { "profile", "drag", "", "p200,80 m204,84 r220,90", TRUE },
  { "raise", "drag", "", "p20,20 m30,24 r44,30" },
  { "raise", "drag with the keyboard", "", "Enter Enter Right+s Down+s Enter" },
  { "raise", "outside the map", "", "p300,300 r300,300", TRUE },
  { "lower", "drag", "", "p20,20 m30,24 r44,30" },
  { "smooth-ground", "drag", "", "p20,20 m30,24 r44,30" },
  { "flatten", "drag", "", "p40,24 m30,24 r10,24" },
  { "flatten", "what is flat", "", "p60,60 r60,60", TRUE },
  { "noise", "drag", "", "p20,20 m30,24 r44,30" },
  { "erode", "drag", "", "p20,20 m30,24 r44,30" },
  { "ramp", "drag", "", "p10,24 m20,24 m40,30 r50,24" },
  { "ramp", "click", "", "p10,24 r10,24", TRUE },
  { "stamp", "click", "", "p10,10 r10,10" },
  { "stamp", "drag", "", "p10,10 m20,12 m30,30 r31,30" },
  { "stamp", "outside, where the layer grows", "", "p-10,-10 m-20,-12 r60,40" },
  { "stamp", "straight on", "", "p10,10 m12,10 m44,10+s r44,10+s" },
  { "stamp", "pick instead", "", "p28,12+a r28,12+a", TRUE },
  { "stamp", "pick many, and put them", "p28,12+a m30,14+a r38,22+a", "p10,10 r10,10" },
  { "stamp", "what is there already", "p28,12+a r28,12+a", "p28,12 r28,12", TRUE },
  { "stamp", "drag with the keyboard", "", "Enter Enter Right Down Enter" },
  { "tile-eraser", "drag", "", "p28,12 m30,14 r38,22" },
  { "tile-eraser", "where nothing is", "", "p4,4 m6,6 r12,4", TRUE },
  { "tile-box", "drag", "", "p4,4 m20,12 r28,30" },
  { "tile-box", "square", "", "p4,4 m20,12+s r28,14+s" },
  { "tile-box", "erase", "", "p4,4+c m20,12+c r30,14+c" },
  { "tile-box", "outside, where the layer grows", "", "p-4,-4 m-20,12 r-30,-90" },
  { "tile-box", "drag with the keyboard", "", "Enter Enter Right+s Down+s Enter" },
  { "tile-fill", "what is empty", "", "p4,4 r4,4" },
  { "tile-fill", "equal tiles", "", "p28,12 r28,12" },
  { "tile-fill", "outside", "", "p90,90 r90,90", TRUE },
  { "tile-fill", "click with the keyboard", "", "Enter Left Left Enter" },
  { "tile-pick", "click", "", "p28,12 r28,12", TRUE },
  { "tile-pick", "drag", "", "p20,4 m30,12 r44,30", TRUE },
  { "tile-pick", "where nothing is", "", "p4,4 r4,4", TRUE },
  { "tile-select", "cells, which changes nothing", "", "p20,4 m30,12 r44,30", TRUE },
  { "tile-select", "more cells", "p20,4 m30,12 r44,30", "p4,4+s m6,6+s r12,12+s", TRUE },
  { "tile-select", "equal cells", "", "p28,12 r28,12 d28,12", TRUE },
  { "tile-select", "move", "p20,4 m30,12 r44,30", "p28,12 m30,20 r44,44" },
  { "tile-select", "move a copy", "p20,4 m30,12 r44,30", "p28,12+a m30,20+a r44,44+a" },
  { "tile-select", "nudge", "p20,4 m30,12 r44,30", "Down" },
  { "tile-select", "delete", "p20,4 m30,12 r44,30", "Del" },
  { "tile-height", "drag", "", "p28,12 m30,14 r38,12" },
  { "tile-height", "a rectangle", "", "p28,12+s m30,14+s r38,22+s" },
  { "tile-height", "at the least already", "", "p28,12+c m30,14+c r38,22+c", TRUE },
  { "pick", "click", "", "p30.5,25.5 r30.5,25.5", TRUE },
};

static Canvas *
make_canvas (guint i, gboolean classes)
{
  Canvas *canvas = canvas_new_with_picture (classes ? 2 : 0);

  if (classes)
    {
      canvas_add_shape (canvas, "body", BOX);
      canvas_add_shape (canvas, "limb", CIRCLE);
      canvas_add_shape (canvas, "limb", ORIENTED);
      canvas_add_shape (canvas, "body", POLYGON);
    }
  canvas_add_point (canvas, "hand", 50, 40);
  const KbTool *tool = kb_tool_by_id (gestures[i].tool);
  if (tool->flags & KB_TOOL_TILES)
    canvas_show_tiles (canvas);
  else if (tool->flags & KB_TOOL_HEIGHTS)
    canvas_show_heights (canvas);
  else if (tool->flags & KB_TOOL_LEVELS)
    canvas_show_level (canvas);
  else if (tool->flags & KB_TOOL_TRACKS)
    canvas_show_track (canvas);
  else if (tool->flags & KB_TOOL_PAINTS)
    canvas_paint_frame (canvas);
  canvas_run (canvas, "");
  kb_tools_choose (canvas->context, kb_tool_by_id (gestures[i].tool));
  if (*gestures[i].before)
    {
      if (!(tool->flags & KB_TOOL_KINDS))
        kb_tools_choose (canvas->context, kb_tool_by_id ("select"));
      canvas_run (canvas, gestures[i].before);
      kb_tools_choose (canvas->context, kb_tool_by_id (gestures[i].tool));
    }
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
  return canvas;
}

static void
test_table (void)
{
  for (guint i = 0; kb_tools[i]; i++)
    {
      const KbTool *tool = kb_tools[i];
      guint n = 0;

      g_assert_true (tool->id && *tool->id && tool->label && *tool->label && tool->icon && tool->cursor && tool->hint);
      g_assert_true (g_str_has_prefix (tool->icon, "kb-") && g_str_has_suffix (tool->icon, "-symbolic"));
      g_assert_true (tool->key >= 'a' && tool->key <= 'z');
      g_assert_true (tool->press != NULL);
      g_assert_true (kb_tool_by_id (tool->id) == tool);
      for (KbToolMode mode = KB_MODE_SHAPES; mode < KB_N_MODES; mode++)
        g_assert_true (!kb_tool_fits (tool, mode) || kb_tool_by_key (tool->key, mode) == tool);
      for (guint k = 0; k < G_N_ELEMENTS (gestures); k++)
        n += strcmp (gestures[k].tool, tool->id) == 0;
      if (n == 0)
        g_error ("the tool %s has no gesture in this test", tool->id);
    }
  g_assert_null (kb_tool_by_id ("no such tool"));
  g_assert_null (kb_tool_by_key ('?', KB_MODE_SHAPES));
}

static void
test_one_step (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++)
    {
      Canvas *canvas = make_canvas (i, TRUE);
      g_autofree char *before = canvas_text (canvas), *after = NULL, *undone = NULL, *redone = NULL;

      g_test_message ("%s: %s", gestures[i].tool, gestures[i].name);
      canvas_run (canvas, gestures[i].gesture);
      after = canvas_text (canvas);
      g_assert_false (kb_document_in_step (canvas->document));
      g_assert_false (kb_tools_busy (canvas->context));
      if (gestures[i].no_step)
        {
          g_assert_cmpstr (before, ==, after);
          g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
          canvas_free (canvas);
          continue;
        }
      g_assert_cmpstr (before, !=, after);
      g_assert_cmpstr (kb_document_undo_label (canvas->document), !=, SETUP);
      g_assert_true (kb_document_undo (canvas->document));
      undone = canvas_text (canvas);
      g_assert_cmpstr (before, ==, undone);
      g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
      g_assert_true (kb_document_redo (canvas->document));
      redone = canvas_text (canvas);
      g_assert_cmpstr (after, ==, redone);
      canvas_free (canvas);
    }
}

/* Escape after each event of a gesture but the last. */
static void
test_escape (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++)
    {
      g_auto (GStrv) words = g_strsplit (gestures[i].gesture, " ", -1);

      for (guint n = 1; n < g_strv_length (words); n++)
        {
          Canvas *canvas = make_canvas (i, TRUE);
          g_autofree char *before = canvas_text (canvas), *after = NULL;

          for (guint k = 0; k < n; k++)
            canvas_run (canvas, words[k]);
          canvas_run (canvas, "Esc");
          after = canvas_text (canvas);
          if (strcmp (before, after) != 0)
            g_error ("%s: %s: Escape after %u events leaves\n%s\nof\n%s", gestures[i].tool, gestures[i].name, n, after,
                     before);
          g_assert_false (kb_document_in_step (canvas->document));
          g_assert_false (kb_tools_busy (canvas->context));
          g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
          /* A late release finds nothing to end. */
          canvas_run (canvas, "m2,2 r2,2");
          g_free (after);
          after = canvas_text (canvas);
          g_assert_cmpstr (before, ==, after);
          canvas_free (canvas);
        }
    }
}

/* A change of tool, of frame and of document in the middle, and the end of the canvas: a drag leaves nothing, and what is built click
 * by click one step at most. */
static void
test_interruptions (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++)
    for (guint how = 0; how < 4; how++)
      {
        g_auto (GStrv) words = g_strsplit (gestures[i].gesture, " ", -1);
        Canvas *canvas = make_canvas (i, TRUE);
        g_autofree char *before = canvas_text (canvas), *after = NULL;

        for (guint k = 0; k + 1 < g_strv_length (words); k++)
          canvas_run (canvas, words[k]);
        const KbTool *tool = canvas->context->gesture.tool;
        gboolean built = tool->commit && tool->busy (canvas->context);
        if (how == 0)
          kb_tools_choose (canvas->context, kb_tool_by_id (strcmp (gestures[i].tool, "hand") == 0 ? "box" : "hand"));
        else if (how == 1)
          kb_tool_context_set_frame (canvas->context, canvas->sprite, canvas->frames[1]);
        else if (how == 2)
          kb_tool_context_set_document (canvas->context, NULL);
        else
          {
            kb_tool_context_free (canvas->context);
            canvas->context = kb_tool_context_new (NULL, NULL);
          }
        g_assert_false (kb_document_in_step (canvas->document));
        if (built && g_strcmp0 (kb_document_undo_label (canvas->document), SETUP) != 0)
          g_assert_true (kb_document_undo (canvas->document));
        g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
        after = canvas_text (canvas);
        g_assert_cmpstr (before, ==, after);
        canvas_free (canvas);
      }
}

/* The first shape of a project brings its class, in the same step. */
static void
test_first_class (void)
{
  static const KbShapeType made[] = { KB_SHAPE_BOX, KB_SHAPE_CIRCLE, KB_SHAPE_CAPSULE, KB_SHAPE_ORIENTED, KB_SHAPE_POLYGON };
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++)
    {
      Canvas *canvas;
      g_autofree char *before = NULL, *after = NULL;
      const KbProject *project;

      if (gestures[i].no_step || *gestures[i].before ||
          (i && strcmp (gestures[i].tool, gestures[i - 1].tool) == 0) ||
          !strstr ("box circle capsule oriented-box polygon", gestures[i].tool))
        continue;
      canvas = make_canvas (i, FALSE);
      before = canvas_text (canvas);
      canvas_run (canvas, gestures[i].gesture);
      project = kb_document_project (canvas->document);
      g_assert_cmpuint (kb_count (project->classes), ==, 1);
      g_assert_cmpstr (kb_class_at (project, 0)->name, ==, "body");
      g_assert_cmpuint (kb_count (canvas_frame (canvas)->shapes), ==, 1);
      g_assert_cmpint (kb_shape_at (canvas_frame (canvas), 0)->geometry.type, ==, made[n++]);
      kb_document_undo (canvas->document);
      after = canvas_text (canvas);
      g_assert_cmpstr (before, ==, after);
      canvas_free (canvas);
    }
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (made));
}

/* The hand, and the middle button with any tool. */
static void
test_pan (void)
{
  Canvas *canvas = make_canvas (0, TRUE);
  KbToolContext *context = canvas->context;
  KbPointerEvent event = { .canvas = { 100, 100 }, .button = 2, .n_press = 1 };

  canvas_run (canvas, "t:hand p10,8");
  g_assert_cmpstr (kb_tools_cursor (context), ==, "grabbing");
  canvas_run (canvas, "m12,9");
  g_assert_cmpfloat (context->view.x, ==, 2 * SCALE);
  g_assert_cmpfloat (context->view.y, ==, SCALE);
  canvas_run (canvas, "r12,9 m20,20");
  g_assert_cmpfloat (context->view.x, ==, 2 * SCALE);

  canvas_run (canvas, "t:box");
  g_assert_true (kb_tools_press (context, &event));
  event.canvas = (KbVec) { 90, 110 };
  event.button = 0;
  kb_tools_motion (context, &event);
  event.button = 2;
  kb_tools_release (context, &event);
  kb_tools_motion (context, &event);
  g_assert_cmpfloat (context->view.x, ==, 2 * SCALE - 10);
  g_assert_cmpfloat (context->view.y, ==, SCALE + 10);
  kb_tools_leave (context);
  g_assert_false (context->pointer.over);
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
  canvas_free (canvas);
}

/* Locked and hidden classes cannot be taken hold of. */
static void
test_locked (void)
{
  Canvas *canvas = make_canvas (0, TRUE);
  KbId body = kb_class_at (kb_document_project (canvas->document), 0)->node.id;

  g_hash_table_add (canvas->context->locked, GUINT_TO_POINTER (body));
  canvas_run (canvas, "p10,8 m12,9 r18,11");
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
  canvas_run (canvas, "p40,12 r40,12");
  g_assert_cmpuint (kb_selection_count (canvas->context), ==, 1);
  g_hash_table_add (canvas->context->hidden,
                    GUINT_TO_POINTER (kb_class_at (kb_document_project (canvas->document), 1)->node.id));
  canvas_run (canvas, "p46,12 m50,14 r50,14");
  g_assert_cmpstr (kb_document_undo_label (canvas->document), ==, SETUP);
  canvas_free (canvas);
}

static guint
count_with_class (const Canvas *canvas)
{
  g_autofree char *text = canvas_text (canvas);
  g_auto (GStrv) parts = g_strsplit (text, "\"class\":", -1);

  return g_strv_length (parts) - 1;
}

/* Nothing is drawn of a class that is hidden or locked: one would not see it, or could not take hold of it. */
static void
test_draw_locked (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++)
    for (guint hide = 0; hide < 2; hide++)
      {
        Canvas *canvas = make_canvas (i, TRUE);
        const KbProject *project = kb_document_project (canvas->document);
        guint n = count_with_class (canvas);

        KB_EACH (const KbClass, class, project->classes)
          g_hash_table_add (hide ? canvas->context->hidden : canvas->context->locked,
                            GUINT_TO_POINTER (class->node.id));
        canvas_run (canvas, gestures[i].gesture);
        g_test_message ("%s: %s", gestures[i].tool, gestures[i].name);
        g_assert_cmpuint (count_with_class (canvas), <=, n);
        canvas_free (canvas);
      }
}

/* Drawing over the scene, at every moment of every gesture. */
static void
test_drawing (void)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, 640, 480);
  cairo_t *cr = cairo_create (surface);

  for (guint i = 0; i < G_N_ELEMENTS (gestures); i++)
    {
      g_auto (GStrv) words = g_strsplit (gestures[i].gesture, " ", -1);
      Canvas *canvas = make_canvas (i, TRUE);

      for (guint k = 0; words[k]; k++)
        {
          canvas_run (canvas, words[k]);
          kb_tools_draw (canvas->context, cr, kb_style (k % 2));
          g_assert_nonnull (kb_tools_cursor (canvas->context));
          g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
        }
      g_assert_cmpuint (canvas->n_redraws, >, 0);
      canvas_free (canvas);
    }
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
}

KIT_PROGRAM (tools)
{
  kit_test_init (&argc, &argv);
  g_test_add_func ("/tools/table", test_table);
  g_test_add_func ("/tools/one-step", test_one_step);
  g_test_add_func ("/tools/escape", test_escape);
  g_test_add_func ("/tools/interruptions", test_interruptions);
  g_test_add_func ("/tools/first-class", test_first_class);
  g_test_add_func ("/tools/pan", test_pan);
  g_test_add_func ("/tools/locked", test_locked);
  g_test_add_func ("/tools/draw-locked", test_draw_locked);
  g_test_add_func ("/tools/drawing", test_drawing);
  return g_test_run ();
}
