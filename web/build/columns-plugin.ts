import { contractDataPlugin, eachExport } from './contract-data.ts'

const COLUMNS = /\/contract\/src\/(features\/[^/]+\/columns)\.ts$/

/** The columns of every list, each with the page that shows it. They are made of the rows' schemas and of the words of the domain's states. */
export const columnsPlugin = () =>
  contractDataPlugin<object>({
    name: 'huanji-columns',
    moduleIn: (file) => {
      const [, place] = COLUMNS.exec(file) ?? []
      return place === undefined ? null : `@huanji/contract/${place}`
    },
    sources: /\/(contract|domain)\/src\/.*\.ts$/,
    part: 'virtual:columns/',
    ...eachExport,
  })
