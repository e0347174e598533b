import styles from './form-parts.module.css'

/** 保持登录: how long the session may live. */
export function KeepTick({ keep, setKeep }: { keep: boolean; setKeep: (keep: boolean) => void }) {
  return (
    <label className={styles.tick} title="勾选后最长保持30天；不勾选最长24小时。公用电脑请勿勾选。">
      <input type="checkbox" checked={keep} onChange={(event) => setKeep(event.target.checked)} />
      保持登录
    </label>
  )
}
