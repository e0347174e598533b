import type { ReactNode } from 'react'
import compared from './compared.module.css'

interface ComparedBandProps {
  text: string
  children?: ReactNode
}

/** The line over a group of items of two reports that stand side by side. */
export const ComparedBand = ({ text, children }: ComparedBandProps) => (
  <tr className={compared.band}>
    <th scope="rowgroup" colSpan={3}>
      {text} {children}
    </th>
  </tr>
)
