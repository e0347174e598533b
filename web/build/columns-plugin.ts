import type { Column } from '@huanji/contract/columns/column'
import { contractDataPlugin } from './contract-data.ts'

type Lists = Readonly<Record<string, Readonly<Record<string, Column>>>>

const PART = 'virtual:columns/'

/** The columns of every list, each with the page that shows it. They are made of the rows' schemas and of the words of the domain's states. */
export const columnsPlugin = () =>
  contractDataPlugin<Lists>({
    name: 'huanji-columns',
    module: '@huanji/contract/columns/lists',
    file: /\/contract\/src\/columns\/lists\.ts$/,
    sources: /\/(contract|domain)\/src\/.*\.ts$/,
    part: PART,
    load: () => import('@huanji/contract/columns/lists'),
    index: (lists) =>
      Object.keys(lists)
        .map((name) => `export { default as ${name} } from '${PART}${name}'`)
        .join('\n'),
    dataOf: (lists, name) => lists[name],
  })
