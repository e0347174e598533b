import { contractDataPlugin } from './contract-data.ts'

type Tables = typeof import('@huanji/contract/tables')

const PART = 'virtual:tables/'

/** Pages, menu, rights and lists: each table with the pages that read it, without the schemas of the calls that they are made of. */
export const tablesPlugin = () =>
  contractDataPlugin<Tables>({
    name: 'huanji-tables',
    module: '@huanji/contract/tables',
    file: /\/contract\/src\/tables\.ts$/,
    sources: /\/(contract|domain)\/src\/.*\.ts$/,
    part: PART,
    load: () => import('@huanji/contract/tables'),
    index: (tables) =>
      Object.keys(tables)
        .map((name) => `export { default as ${name} } from '${PART}${name}'`)
        .join('\n'),
    dataOf: (tables, name) => tables[name as keyof Tables],
  })
