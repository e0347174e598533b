import { contractDataPlugin } from './contract-data.ts'

type Reference = typeof import('@huanji/contract/reference/for-screens')

const PART = 'virtual:reference/'

/** The reference of every call: the list of calls with the page that shows it, and each group in full, loaded when it is looked at. */
export const referencePlugin = () =>
  contractDataPlugin<Reference>({
    name: 'huanji-reference',
    module: '@huanji/contract/reference/for-screens',
    file: /\/contract\/src\/reference\/for-screens\.ts$/,
    sources: /\/(contract|domain)\/src\/.*\.(ts|json)$/,
    part: PART,
    load: () => import('@huanji/contract/reference/for-screens'),
    index: ({ GROUPS }) => {
      const loads = GROUPS.map(({ group }) => `${group}: () => import('${PART}${group}')`).join(', ')
      return [
        `export const GROUPS = ${JSON.stringify(GROUPS)}`,
        `const LOADS = { ${loads} }`,
        'export const loadGroup = async (group) => (await LOADS[group]()).default',
      ].join('\n')
    },
    dataOf: ({ loadGroup }, name) => loadGroup(name),
  })
