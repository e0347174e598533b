import type { ButtonHTMLAttributes } from 'react'
import { Icon } from '../components/icon/icon.tsx'
import styles from './shell.module.css'

/** What looks like the quick search's box and opens it. */
export const SearchBox = (props: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button type="button" {...props} className={styles.search}>
    <Icon name="search" />
    <span>查找机型、买家、编号、页面</span>
    <kbd>Ctrl K</kbd>
  </button>
)
