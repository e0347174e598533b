/// <reference types="vite/types/importMeta.d.ts" />
import type { Topic, TopicText } from './topic.ts'

const FILES = import.meta.glob<TopicText>('./topics/*.ts', { eager: true, import: 'default' })

/** `./topics/bag-roll.ts` → `bag-roll` */
const keyOf = (file: string): string => file.replace(/^.*\/|\.ts$/g, '')

/** Every topic, in the handbook's order: each is a file of `topics/`. */
export const TOPICS: readonly Topic[] = Object.entries(FILES)
  .map(([file, text]) => ({ ...text, key: keyOf(file) }))
  .toSorted((a, b) => a.order - b.order)

/** What `?topic=` names beside the topics: 更新说明. */
export const NEWS_KEY = 'news'

/** The topic of a key; undefined where there is none. */
export const topicOf = (key: string): Topic | undefined => TOPICS.find((topic) => topic.key === key)
