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
