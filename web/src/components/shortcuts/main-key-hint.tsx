import styles from './main-key-hint.module.css'

/** The keys of the main button (`useMainKey`), written on it. */
export const MainKeyHint = () => <kbd className={styles.keys}>Ctrl Enter</kbd>
