import { PAGES } from '@huanji/contract/pages'
import { formatShanghai } from '@huanji/domain/time'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { Facts, Section } from '../../components/detail/detail.tsx'
import { DetailPending } from '../../components/detail/detail-pending.tsx'
import { TextField } from '../../components/form/fields.tsx'
import { ContractFormView, SubmitButton } from '../../components/form/form-view.tsx'
import { useContractForm } from '../../components/form/use-contract-form.ts'
import { toast } from '../../components/toast/toast.ts'
import { rememberMerchantName } from '../../session/session.ts'
import styles from './profile.module.css'

type Profile = Awaited<ReturnType<typeof api.merchantInfo.info>>

interface RenameInput {
  merchantName: string
  from: string
}

const profileQuery = queryOf(api.merchantInfo.info, {})

function NameForm({ profile, onSaved }: { profile: Profile; onSaved: (saved: Profile) => void }) {
  const { merchantName } = profile
  const form = useContractForm<RenameInput, Profile>({
    schema: () => import('@huanji/contract/features/merchant/profile').then((calls) => calls.merchantInfo.rename.input),
    defaults: { merchantName, from: merchantName },
    submit: (values, options) => api.merchantInfo.rename(values, options),
    onDone: onSaved,
    loadLatest: async () => {
      const latest = await api.merchantInfo.info({})
      return { merchantName: latest.merchantName, from: latest.merchantName }
    },
    labels: { merchantName: '商家名称' },
  })
  return (
    <ContractFormView form={form}>
      <TextField
        form={form}
        name="merchantName"
        label="商家名称"
        maxLength={40}
        hint="买家看到的质检报告上写的就是它；已发出的报告也会一起更新"
      />
      <SubmitButton form={form}>保存</SubmitButton>
    </ContractFormView>
  )
}

/** 商家资料: what the merchant is called, on every buyer's report and wherever people choose among merchants. */
export function ProfilePage() {
  const queries = useQueryClient()
  const query = useQuery(profileQuery)
  const saved = (profile: Profile) => {
    queries.setQueryData(profileQuery.queryKey, profile)
    rememberMerchantName(profile.merchantName)
    toast('success', '商家名称已修改；同事重新登录后看到新名称')
  }
  return (
    <article className={styles.page}>
      <h1>{PAGES.merchantProfile.title}</h1>
      <DetailPending query={query}>
        {(profile) => (
          <>
            <Section title="名称">
              <NameForm key={profile.merchantName} profile={profile} onSaved={saved} />
            </Section>
            <Section title="账号">
              <Facts
                items={[
                  { label: '闲鱼商家编号', value: <span className="code">{profile.sellerId}</span> },
                  { label: '注册时间', value: formatShanghai(profile.signedUpAt) },
                ]}
              />
            </Section>
          </>
        )}
      </DetailPending>
    </article>
  )
}
