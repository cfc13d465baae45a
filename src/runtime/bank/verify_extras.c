/* SPDX-License-Identifier: MIT */
/* Checks the sections with more data about some shapes, in the order of the shapes. */
#include "runtime/bank/visit.h"

/* Whether `shape` exists, is above the previous one, and is of that kind (any, if negative). All
 * records are tested by this alone before a reason is sought. */
static inline bool
kbx_good_extra (const kbx_visit *visit, uint32_t shape, int64_t before, int kind)
{
  return shape < KBX_COUNT (visit, KBX_SECTION_SHAP) && shape > before &&
         (kind < 0 || kbx_record (visit->bank, KBX_SECTION_SHAP, shape)[0] == kind);
}

static kbx_status
kbx_refuse_extra (kbx_visit *visit, int section, uint32_t i, uint32_t shape, int64_t before)
{
  if (shape >= KBX_COUNT (visit, KBX_SECTION_SHAP))
    return kbx_refuse (visit, KBX_ERROR_REFERENCE, section, i, 0, "expected a shape of the bank");
  if (shape <= before)
    return kbx_refuse (visit, KBX_ERROR_ORDER, section, i, 0,
                       "expected shapes in ascending order, each once");
  return kbx_refuse (visit, KBX_ERROR_REFERENCE, section, i, 0,
                     "expected a shape of the right kind");
}

static kbx_status
kbx_verify_oriented (kbx_visit *visit)
{
  int64_t before = -1;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_ORNT); i++)
    {
      kbx_ornt_record o = kbx_read_ornt (visit->bank, i);
      if (!kbx_good_extra (visit, o.shape, before, KBX_PART_ORIENTED))
        return kbx_refuse_extra (visit, KBX_SECTION_ORNT, i, o.shape, before);
      before = o.shape;
      if (!kbx_good_unit (o.ux, o.uy))
        return kbx_refuse (visit, KBX_ERROR_VALUE, KBX_SECTION_ORNT, i, 20,
                           "expected an axis of length 1");
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_outlines (kbx_visit *visit)
{
  uint32_t vertices = KBX_COUNT (visit, KBX_SECTION_VERT);
  int64_t before = -1;

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_OUTL); i++)
    {
      kbx_outl_record o = kbx_read_outl (visit->bank, i);
      if (!kbx_good_extra (visit, o.shape, before, KBX_PART_POLYGON))
        return kbx_refuse_extra (visit, KBX_SECTION_OUTL, i, o.shape, before);
      before = o.shape;
      if (o.vertex_count < 3 || o.first_vertex > vertices
          || o.vertex_count > vertices - o.first_vertex)
        return kbx_refuse (visit, KBX_ERROR_REFERENCE, KBX_SECTION_OUTL, i, 4,
                           "expected three or more vertices inside VERT");
    }
  return KBX_OK;
}

static kbx_status
kbx_verify_attributes (kbx_visit *visit)
{
  int64_t before = -1;
  kbx_status status =
    kbx_take_owned (visit, KBX_SECTION_ATTR, 0, KBX_COUNT (visit, KBX_SECTION_ATTR));

  for (uint32_t i = 0; i < KBX_COUNT (visit, KBX_SECTION_ATTR) && status == KBX_OK; i++)
    {
      kbx_attr_record a = kbx_read_attr (visit->bank, i);
      if (!kbx_good_extra (visit, a.shape, before, -1))
        return kbx_refuse_extra (visit, KBX_SECTION_ATTR, i, a.shape, before);
      before = a.shape;
    }
  return status;
}

KBX_INTERNAL kbx_status
kbx_verify_extras (kbx_visit *visit)
{
  kbx_status status = kbx_verify_oriented (visit);
  if (status == KBX_OK)
    status = kbx_verify_outlines (visit);
  if (status == KBX_OK)
    status = kbx_verify_attributes (visit);
  return status;
}
