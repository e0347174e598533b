import { contractDataPlugin, eachExport, only } from './contract-data.ts'

/** Pages, menu, rights and lists: each table with the pages that read it, without the schemas of the calls that they are made of. */
export const tablesPlugin = () =>
  contractDataPlugin<object>({
    name: 'huanji-tables',
    moduleIn: only('@huanji/contract/tables'),
    sources: /\/(contract|domain)\/src\/.*\.ts$/,
    part: 'virtual:tables/',
    ...eachExport,
  })
