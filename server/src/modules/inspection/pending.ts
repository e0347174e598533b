import type { CallSpec } from '@huanji/contract/call'
import { extPhoto, photoReuse } from '@huanji/contract/calls/photo-reuse'
import { refuse } from '../../errors/refusal.ts'
import type { HandlerGroup } from '../../gateway/handler.ts'

const none = (group: Readonly<Record<string, CallSpec>>): HandlerGroup =>
  Object.values(group).map((spec) => ({
    spec,
    isPublic: spec.access === 'public',
    run: async () => refuse('NOT_FOUND'),
  }))

export const pendingGroups = [none(photoReuse), none(extPhoto)]
