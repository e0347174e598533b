import { contractDataPlugin } from './contract-data.ts'

const ROWS = /\/contract\/src\/(features\/[^/]+\/rows)\.ts$/

/** Columns are records of what has a title; all else in their module are schemas and lists of words. */
const isColumns = (exported: unknown): boolean =>
  typeof exported === 'object' &&
  exported !== null &&
  Object.getPrototypeOf(exported) === Object.prototype &&
  Object.values(exported).every((one) => typeof one?.title === 'string' && Array.isArray(one.fields))

/**
 * The columns of every list, each with the page that shows it, as data: beside their row they are made of its schema and of
 * the words of the domain's states. The rest of the module stays as it is, for forms that need a schema.
 */
export const columnsPlugin = () =>
  contractDataPlugin<object>({
    name: 'huanji-columns',
    moduleIn: (file) => {
      const [, place] = ROWS.exec(file) ?? []
      return place === undefined ? null : `@huanji/contract/${place}`
    },
    sources: /\/(contract|domain)\/src\/.*\.ts$/,
    part: 'virtual:columns/',
    index: (loaded, part, whole) =>
      [
        ...Object.entries(loaded).map(([name, exported]) =>
          isColumns(exported)
            ? `export { default as ${name} } from '${part(name)}'`
            : `export { ${name} } from '${whole}'`,
        ),
      ].join('\n'),
    dataOf: (loaded, name) => loaded[name as keyof typeof loaded],
  })
