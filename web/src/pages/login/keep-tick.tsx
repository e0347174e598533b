import styles from './form-parts.module.css'

/** 登录后保持: the session outlives the window. */
export function KeepTick({ keep, setKeep }: { keep: boolean; setKeep: (keep: boolean) => void }) {
  return (
    <label className={styles.tick}>
      <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
      登录后保持
    </label>
  )
}
