import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { detectReportLink, itemLink, qualityReportLink, type Site } from '../../platform/site-links.ts'
import styles from './marketplace-links.module.css'

type Named = readonly [name: string, address: string | null]

function Links({ of, none = null }: { of: (site: Site) => readonly Named[]; none?: ReactNode }) {
  const { data } = useQuery(queryOf(api.merchant.dataDict, {}))
  const links = data ? of(data.site).filter(([, address]) => address !== null) : []
  if (links.length === 0) return none
  return (
    <span className={styles.links}>
      {links.map(([name, address]) => (
        <a key={name} href={address ?? ''} target="_blank" rel="noreferrer">
          {name}
        </a>
      ))}
    </span>
  )
}

/** An item's pages on the marketplace, those of them whose addresses are configured (docs/specification.md §9). */
export const ItemLinks = ({ itemId }: { itemId: string }) => (
  <Links
    of={(site) => [
      ['在闲鱼查看', itemLink(site, itemId)],
      ['验机报告', qualityReportLink(site, itemId)],
      ['检测报告', detectReportLink(site, { itemId })],
    ]}
  />
)

/** The page of a phone's report as buyers find it by its number; a dash where no address is configured. */
export const DetectReportLink = ({ detectNo }: { detectNo: string }) => (
  <Links of={(site) => [['检测报告', detectReportLink(site, { detectNo })]]} none={<span className="muted">—</span>} />
)
