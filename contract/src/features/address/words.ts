import { namingOf } from '../../row-words.ts'
import { address } from './calls.ts'

export const addressNaming = namingOf(address.list, ({ contactName, regionName, detail }) => ({
  label: `${contactName} ${regionName}${detail}`,
  reason: '当前状态',
}))
