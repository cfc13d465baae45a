/* SPDX-License-Identifier: MIT */
/* Zones and what is painted with them in a JSON bank: masks, frames, tracks. */
#include "bank/json_writer.h"

static const char indent[] = "      ";

void
kb_bank_print_zones (Out *out, const char *key, const KbBankZone *zones, uint32_t n, bool roads)
{
  kb_bank_print (out, "%s[", key);
  for (uint32_t i = 0; i < n; i++) {
    kb_bank_open_item (out, i, indent);
    kb_bank_print (out, "{\"colour\": \"#%08x\", \"name\": ", zones[i].colour);
    kb_bank_print_string (out, zones[i].name);
    if (roads)
      kb_bank_print (out, ", \"road\": %s", zones[i].road ? "true" : "false");
    kb_bank_print (out, ", \"value\": %u}", zones[i].value);
  }
  kb_bank_close_list (out, n, indent);
}

/* A row: zone and the column behind its last pixel, and so on; the rest is nothing. */
static void
print_row (Out *out, const KbBankPainting *painting, uint32_t y, uint32_t width)
{
  bool any = false;
  kb_bank_buffer_text (out, "[");
  for (uint32_t x = 0, end; x < width; x = end) {
    uint32_t zone = kb_bank_painting_run (painting, x, y, &end);
    if (zone == 0 && end == width)
      break;
    kb_bank_print (out, "%s%u, %u", any ? ", " : "", zone, end);
    any = true;
  }
  kb_bank_buffer_text (out, "]");
}

/* All rows; a line each, unless `at` is NULL. */
static void
print_rows (Out *out, const KbBankPainting *painting, const char *at)
{
  uint32_t width, height;
  kb_bank_painting_size (painting, &width, &height);
  kb_bank_buffer_text (out, "\"rows\": [");
  for (uint32_t y = 0; y < height; y++) {
    if (at)
      kb_bank_open_item (out, y, at);
    else if (y > 0)
      kb_bank_buffer_text (out, ", ");
    print_row (out, painting, y, width);
  }
  kb_bank_close_list (out, at ? height : 0, at);
}

/* "painted": {"at": [3, 4], "rows": [[1, 2], []], "size": [2, 2]} */
void
kb_bank_print_painted (Out *out, const KbBankFrame *frame, const char *at)
{
  uint32_t width, height;
  kb_bank_painting_size (&frame->painting, &width, &height);
  kb_bank_print (out, ",\n%s\"painted\": {\"at\": [%u, %u], ", at, frame->painting_x, frame->painting_y);
  print_rows (out, &frame->painting, NULL);
  kb_bank_print (out, ", \"size\": [%u, %u]}", width, height);
}

static void
print_mask (Out *out, const KbBankMask *mask)
{
  uint32_t width, height;
  kb_bank_painting_size (&mask->painting, &width, &height);
  kb_bank_print (out, "{\n%s\"name\": ", indent);
  kb_bank_print_string (out, mask->name);
  kb_bank_print (out, ",\n%s", indent);
  print_rows (out, &mask->painting, indent);
  kb_bank_print (out, ",\n%s\"size\": [%u, %u],\n%s", indent, width, height, indent);
  kb_bank_print_zones (out, "\"zones\": ", mask->zones, mask->n_zones, false);
  kb_bank_buffer_text (out, "\n    }");
}

void
kb_bank_print_masks (Out *out, const KbBankContent *content)
{
  if (content->n_masks == 0)
    return;
  kb_bank_buffer_text (out, "  \"masks\": [");
  for (uint32_t i = 0; i < content->n_masks; i++) {
    kb_bank_open_item (out, i, "  ");
    print_mask (out, &content->masks[i]);
  }
  kb_bank_close_list (out, content->n_masks, "  ");
  kb_bank_buffer_text (out, ",\n");
}

/* ---- tracks ---- */

static void
print_band (Out *out, const KbBankBand *band)
{
  static const char deeper[] = "          ";
  kb_bank_print (out, "{\n%s\"colour\": \"#%08x\",\n%s\"name\": ", deeper, band->colour, deeper);
  kb_bank_print_string (out, band->name);
  kb_bank_print (out, ",\n%s\"painted\": %s,\n%s\"radius\": ", deeper, band->painted ? "true" : "false", deeper);
  kb_bank_print_fixed (out, band->radius);
  kb_bank_print (out, ",\n%s", deeper);
  print_rows (out, &band->painting, deeper);
  kb_bank_buffer_text (out, "\n        }");
}

static void
print_gate (Out *out, const KbBankGate *gate)
{
  kb_bank_print_pair (out, "{\"a\": ", gate->a.x, gate->a.y);
  kb_bank_print_pair (out, ", \"b\": ", gate->b.x, gate->b.y);
  kb_bank_buffer_text (out, ", \"name\": ");
  kb_bank_print_string (out, gate->name);
  kb_bank_buffer_text (out, "}");
}

static void
print_track (Out *out, const KbBankTrack *track)
{
  uint32_t width, height;
  kb_bank_track_size (track, &width, &height);
  kb_bank_print (out, "{\n%s\"bands\": [", indent);
  for (uint32_t i = 0; i < track->n_bands; i++) {
    kb_bank_open_item (out, i, indent);
    print_band (out, &track->bands[i]);
  }
  kb_bank_close_list (out, track->n_bands, indent);
  kb_bank_print (out, ",\n%s\"clearance\": \"", indent);
  kb_bank_base64_write (out, track->clearance, track->clearance_size);
  kb_bank_print (out, "\",\n%s\"gates\": [", indent);
  for (uint32_t i = 0; i < track->n_gates; i++) {
    kb_bank_open_item (out, i, indent);
    print_gate (out, &track->gates[i]);
  }
  kb_bank_close_list (out, track->n_gates, indent);
  kb_bank_print (out, ",\n%s\"name\": ", indent);
  kb_bank_print_string (out, track->name);
  kb_bank_print (out, ",\n%s", indent);
  print_rows (out, &track->painting, indent);
  kb_bank_print (out, ",\n%s\"size\": [%u, %u],\n%s", indent, width, height, indent);
  kb_bank_print_zones (out, "\"surfaces\": ", track->surfaces, track->n_surfaces, true);
  kb_bank_buffer_text (out, "\n    }");
}

void
kb_bank_print_tracks (Out *out, const KbBankContent *content)
{
  if (content->n_tracks == 0)
    return;
  kb_bank_buffer_text (out, ",\n  \"tracks\": [");
  for (uint32_t i = 0; i < content->n_tracks; i++) {
    kb_bank_open_item (out, i, "  ");
    print_track (out, &content->tracks[i]);
  }
  kb_bank_close_list (out, content->n_tracks, "  ");
}
