import styles from './help.module.css'

/** A name on the screen, or a key. */
const MARKED = /(「[^」]+」|`[^`]+`)/

/** A text of the handbook: 「…」 as what stands on a button, `…` as a key. */
export function HelpText({ text }: { text: string }) {
  return text.split(MARKED).map((part, index) => {
    if (part.startsWith('`')) {
      // biome-ignore lint/suspicious/noArrayIndexKey: a text that never changes
      return <kbd key={index}>{part.slice(1, -1)}</kbd>
    }
    if (!part.startsWith('「')) return part
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <b key={index} className={styles.name}>
        {part.slice(1, -1)}
      </b>
    )
  })
}
