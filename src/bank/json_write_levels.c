/* SPDX-License-Identifier: MIT */
/* Levels in a JSON bank: walls, areas and entities to read; how the walls are partitioned as bytes. */
#include "bank/json_writer.h"

#include <stdlib.h>

static const char indent[] = "      ";

static void
print_segment (Out *out, const KbBankWall *wall)
{
  kb_bank_print_pair (out, "\"a\": ", wall->ax, wall->ay);
  kb_bank_print_pair (out, ", \"b\": ", wall->bx, wall->by);
}

static void
print_area (Out *out, const KbBankContent *content, const KbBankLevel *level, uint32_t i)
{
  uint32_t n = kb_bank_area_edges (level, i);
  kb_bank_buffer_text (out, "{\"class\": ");
  kb_bank_print_string (out, content->classes[level->areas[i].class_index].name);
  kb_bank_buffer_text (out, ", \"edges\": [");
  for (uint32_t k = 0; k < n; k++) {
    KbBankWall edge = kb_bank_area_edge (level, i, k);
    kb_bank_buffer_text (out, k > 0 ? ", {" : "{");
    print_segment (out, &edge);
    kb_bank_buffer_text (out, "}");
  }
  kb_bank_buffer_text (out, "], \"name\": ");
  kb_bank_print_string (out, level->areas[i].name);
  kb_bank_buffer_text (out, "}");
}

static void
print_entity (Out *out, const KbBankContent *content, const KbBankEntity *entity)
{
  kb_bank_print_pair (out, "{\"at\": ", entity->x, entity->y);
  kb_bank_buffer_text (out, ", \"class\": ");
  kb_bank_print_string (out, content->classes[entity->class_index].name);
  kb_bank_buffer_text (out, ", \"direction\": ");
  if (entity->dx != 0 || entity->dy != 0)
    kb_bank_print_direction (out, entity->dx, entity->dy);
  else
    kb_bank_buffer_text (out, "null");
  if (entity->flip_x || entity->flip_y)
    kb_bank_print (out, ", \"flip\": \"%s%s\"", entity->flip_x ? "x" : "", entity->flip_y ? "y" : "");
  if (entity->sprite)
    kb_bank_print (out, ", \"frame\": %u", entity->frame);
  kb_bank_buffer_text (out, ", \"name\": ");
  kb_bank_print_string (out, entity->name);
  if (entity->sprite) {
    kb_bank_buffer_text (out, ", \"sprite\": ");
    kb_bank_print_string (out, entity->sprite);
  }
  kb_bank_print_values (out, entity->values, entity->n_values);
  kb_bank_buffer_text (out, "}");
}

static void
print_wall (Out *out, const KbBankContent *content, KbBankWall wall)
{
  kb_bank_buffer_text (out, "{");
  print_segment (out, &wall);
  kb_bank_buffer_text (out, ", \"class\": ");
  kb_bank_print_string (out, content->classes[wall.class_index].name);
  kb_bank_buffer_text (out, wall.one_way ? ", \"one_way\": true}" : "}");
}

static void
print_bytes (Out *out, const KbBankLevel *level, void (*write) (KbBankBuffer *, const KbBankLevel *))
{
  KbBankBuffer bytes = { NULL, 0, 0, false };
  write (&bytes, level);
  kb_bank_base64_write (out, (const uint8_t *) bytes.data, bytes.failed ? 0 : bytes.size);
  out->failed = out->failed || bytes.failed;
  free (bytes.data);
}

static void
print_level (Out *out, const KbBankContent *content, const KbBankLevel *level)
{
  /* Keys ascend. */
  static const KbBankWorldKind by_name[KB_BANK_WORLDS] = { KB_BANK_GROUND, KB_BANK_HEIGHTMAP, KB_BANK_LAYER, KB_BANK_MAZE };
  KbBankLevelSize size = kb_bank_level_size (level);
  kb_bank_print (out, "{\n%s\"areas\": [", indent);
  for (uint32_t i = 0; i < level->n_areas; i++) {
    kb_bank_open_item (out, i, indent);
    print_area (out, content, level, i);
  }
  kb_bank_close_list (out, level->n_areas, indent);
  kb_bank_print (out, ",\n%s\"entities\": [", indent);
  for (uint32_t i = 0; i < level->n_entities; i++) {
    kb_bank_open_item (out, i, indent);
    print_entity (out, content, &level->entities[i]);
  }
  kb_bank_close_list (out, level->n_entities, indent);
  for (int i = 0; i < KB_BANK_WORLDS; i++)
    kb_bank_print_worlds (out, content, level, by_name[i], indent);
  kb_bank_print (out, ",\n%s\"name\": ", indent);
  kb_bank_print_string (out, level->name);
  kb_bank_print (out, ",\n%s\"partition\": {\"bytes\": \"", indent);
  print_bytes (out, level, kb_bank_partition_write);
  kb_bank_print (out, "\", \"kind\": \"%s\"", kb_bank_partition_names[size.partition]);
  if (size.starts) {
    kb_bank_buffer_text (out, ", \"starts\": \"");
    print_bytes (out, level, kb_bank_starts_write);
    kb_bank_buffer_text (out, "\"");
  }
  kb_bank_print (out, "},\n%s\"walls\": [", indent);
  for (uint32_t i = 0; i < size.n_walls; i++) {
    kb_bank_open_item (out, i, indent);
    print_wall (out, content, kb_bank_level_wall (level, i));
  }
  kb_bank_close_list (out, size.n_walls, indent);
  kb_bank_buffer_text (out, "\n    }");
}

void
kb_bank_print_levels (Out *out, const KbBankContent *content)
{
  if (content->n_levels == 0)
    return;
  kb_bank_buffer_text (out, "  \"levels\": [");
  for (uint32_t i = 0; i < content->n_levels; i++) {
    kb_bank_open_item (out, i, "  ");
    print_level (out, content, &content->levels[i]);
  }
  kb_bank_close_list (out, content->n_levels, "  ");
  kb_bank_buffer_text (out, ",\n");
}
