import type { ReactNode } from 'react'
import { Button } from '../../components/button/button.tsx'
import styles from './form-parts.module.css'

/** The one button that a form on the sign-in page is about. */
export const SubmitButton = ({ busy, children }: { busy: boolean; children: ReactNode }) => (
  <Button tone="primary" type="submit" className={styles.submit} busy={busy}>
    {children}
  </Button>
)
