import { GROUP_A } from './data-2026001/group-a.ts'
import { GROUP_B } from './data-2026001/group-b.ts'
import { GROUP_C } from './data-2026001/group-c.ts'
import { GROUP_D } from './data-2026001/group-d.ts'
import { GROUP_E } from './data-2026001/group-e.ts'
import { GROUP_F } from './data-2026001/group-f.ts'
import type { Template } from './types.ts'

/**
 * The phone template, version 2026001: 94 items, 345 options, 74 items that must be answered (docs/domain.md §1.2).
 * Records keep the version they were made with, so a change of any answer is a new version beside this one.
 */
export const TEMPLATE_2026001: Template = {
  id: 'phone',
  version: '2026001',
  groups: [GROUP_A, GROUP_B, GROUP_C, GROUP_D, GROUP_E, GROUP_F],
}
