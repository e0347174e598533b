import { contractDataPlugin, only } from './contract-data.ts'

type Reference = typeof import('@huanji/contract/reference/for-screens')

/** The reference of every call: the list of calls with the page that shows it, and each group in full, loaded when it is looked at. */
export const referencePlugin = () =>
  contractDataPlugin<Reference>({
    name: 'huanji-reference',
    moduleIn: only('@huanji/contract/reference/for-screens'),
    sources: /\/(contract|domain)\/src\/.*\.(ts|json)$/,
    part: 'virtual:reference/',
    index: ({ GROUPS }, part) => {
      const loads = GROUPS.map(({ group }) => `${group}: () => import('${part(group)}')`).join(', ')
      return [
        `export const GROUPS = ${JSON.stringify(GROUPS)}`,
        `const LOADS = { ${loads} }`,
        'export const loadGroup = async (group) => (await LOADS[group]()).default',
      ].join('\n')
    },
    dataOf: ({ loadGroup }, name) => loadGroup(name),
  })
