import { defineModule } from '../../module.ts'
import { batchGroups } from './batch/calls.ts'
import { detRecordGroup } from './calls.ts'
import { detConfigGroup } from './config-calls.ts'
import { photoGroups } from './photo/calls.ts'
import { photoJobs } from './photo/jobs.ts'
import { recordGroups } from './record-calls.ts'
import { sealedBagGroups } from './sealed-bag/calls.ts'

export const inspectionModule = defineModule({
  standsOn: ['catalogue', 'figure', 'shop', 'people', 'history', 'notice'],
  groups: [detRecordGroup, detConfigGroup, ...photoGroups, ...sealedBagGroups, ...recordGroups, ...batchGroups],
  jobs: photoJobs,
  tables: {
    batch: ['inspection'],
    batchVersion: ['inspection'],
    inspection: ['inspection', 'badge'],
    photo: ['photo', 'inspection'],
    photoLink: ['photo'],
    photoUpload: [],
    sealBag: ['inspection'],
    sealBagRecord: ['inspection'],
    tacModel: [],
    tacModelTotal: [],
    tacSku: [],
    unit: ['inspection', 'order'],
    unitCode: ['inspection'],
  },
})
