import { PAGES } from '@huanji/contract/pages'
import { GROUPS } from '@huanji/contract/reference/for-screens'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { cx } from '../../components/class-names.ts'
import detail from '../../components/detail/detail.module.css'
import field from '../../components/field/field.module.css'
import styles from './api-docs.module.css'
import { CallList } from './call-list.tsx'
import { CallView } from './call-view.tsx'
import { Intro } from './intro.tsx'
import { searchGroups } from './search-groups.ts'

/** 接口文档: every call, as the contract declares it, with an example of it. */
export function ApiDocsPage() {
  const [params, setParams] = useSearchParams()
  const [wanted, setWanted] = useState('')
  const [isOpenOnly, setOpenOnly] = useState(true)
  const path = params.get('call') ?? ''
  const chosen = GROUPS.flatMap(({ group, calls }) => calls.map((info) => ({ group, info }))).find(
    ({ info }) => info.path === path,
  )
  return (
    <article className={cx(detail.page, styles.page)} aria-label={PAGES.apiDocs.title}>
      <aside className={styles.side}>
        <input
          className={field.input}
          type="search"
          aria-label="查找接口"
          placeholder="接口名称或地址，例如：发货"
          autoComplete="off"
          value={wanted}
          onChange={(event) => setWanted(event.target.value)}
        />
        <label className={styles.only}>
          <input type="checkbox" checked={isOpenOnly} onChange={(event) => setOpenOnly(event.target.checked)} />
          只看密钥可以调用的
        </label>
        <CallList
          groups={searchGroups(GROUPS, wanted, isOpenOnly)}
          chosen={path}
          choose={(call) => setParams(call === '' ? {} : { call })}
        />
      </aside>
      <div className={styles.main}>
        {chosen ? <CallView key={path} group={chosen.group} info={chosen.info} /> : <Intro />}
      </div>
    </article>
  )
}
