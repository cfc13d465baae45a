/* SPDX-License-Identifier: MIT */
/* Layers of tiles, mazes, grounds and heightmaps in a JSON bank. */
#include "bank/json_writer.h"

static void
print_sprites (Out *out, const KbBankWorld *layer)
{
  kb_bank_print (out, ", \"opacity\": %u, \"sprites\": [", layer->opacity);
  for (uint32_t i = 0; i < layer->n_sprites; i++) {
    kb_bank_buffer_text (out, i > 0 ? ", " : "");
    kb_bank_print_string (out, layer->sprites[i]);
  }
  kb_bank_buffer_text (out, "]");
}

static void
print_world (Out *out, const KbBankContent *content, KbBankWorldKind kind, const KbBankWorld *world)
{
  uint32_t skipped = kb_bank_world_skipped (kind);
  kb_bank_buffer_text (out, "{\"bytes\": \"");
  kb_bank_base64_write (out, world->bytes + skipped, world->size - skipped);
  kb_bank_buffer_text (out, "\"");
  if (kb_bank_world_has_class (kind)) {
    kb_bank_buffer_text (out, ", \"class\": ");
    kb_bank_print_string (out, content->classes[kb_bank_world_class (world)].name);
  }
  kb_bank_buffer_text (out, ", \"name\": ");
  kb_bank_print_string (out, world->name);
  if (kind == KB_BANK_LAYER)
    print_sprites (out, world);
  kb_bank_buffer_text (out, "}");
}

void
kb_bank_print_worlds (Out *out, const KbBankContent *content, const KbBankLevel *level, KbBankWorldKind kind, const char *indent)
{
  uint32_t n = level->n_worlds[kind];
  if (n == 0)
    return;
  kb_bank_print (out, ",\n%s\"%s\": [", indent, kb_bank_world_lists[kind]);
  for (uint32_t i = 0; i < n; i++) {
    kb_bank_open_item (out, i, indent);
    print_world (out, content, kind, &level->worlds[kind][i]);
  }
  kb_bank_close_list (out, n, indent);
}
