import { PAGES, type PageKey } from '@huanji/contract/pages'
import { isPermitted, pageAt } from '../../session/pages.ts'
import { permissions } from '../../session/session.ts'
import type { Topic } from './topic.ts'

const textOf = ({ title, intro, steps, questions = [] }: Topic): string =>
  [
    title,
    intro,
    ...steps.flatMap(({ text, note = '' }) => [text, note]),
    ...questions.flatMap(({ ask, answer }) => [ask, answer]),
  ]
    .join('\n')
    .toLowerCase()

/** The topics in which every word stands, those with one in the title first; all of them for no word. */
export function findTopics(topics: readonly Topic[], words: string): readonly Topic[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean)
  const found = topics.filter((topic) => wanted.every((word) => textOf(topic).includes(word)))
  const isTitled = ({ title }: Topic) => wanted.some((word) => title.toLowerCase().includes(word))
  return wanted.length === 0 ? found : [...found.filter(isTitled), ...found.filter((topic) => !isTitled(topic))]
}

/** The topics about pages that whoever is signed in may open; all of them for whoever is not. */
export function topicsForReader(topics: readonly Topic[]): readonly Topic[] {
  const held = permissions()
  if (held.size === 0) return topics
  const isOpen = (key: PageKey) => {
    const route = pageAt(PAGES[key].path)
    return route === undefined || isPermitted(route, held)
  }
  return topics.filter(({ pages }) => pages.some(isOpen))
}
