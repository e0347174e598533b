import { curlOf } from '@huanji/contract/reference/curl'
import { loadGroup } from '@huanji/contract/reference/for-screens'
import type { CallDetail, CallInfo } from '@huanji/contract/reference/reference'
import { useQuery } from '@tanstack/react-query'
import { Facts, Section } from '../../components/detail/detail.tsx'
import { DetailPending } from '../../components/detail/detail-pending.tsx'
import { StateTag } from '../../components/state-tag/state-tag.tsx'
import styles from './api-docs.module.css'
import { CodeBlock } from './code-block.tsx'
import { FieldTable } from './field-table.tsx'

const RATES: Readonly<Record<CallDetail['rate'], string>> = {
  signIn: '登录类：连续20次，之后每秒0.5次',
  code: '验证码类：连续10次，之后每秒0.2次',
  read: '读取类：连续200次，之后每秒40次',
  search: '查找类：连续100次，之后每秒20次',
  write: '写入类：连续100次，之后每秒20次',
  upload: '上传类：连续100次，之后每秒15次',
}

interface CallViewProps {
  group: string
  info: CallInfo
}

/** One call: who may make it, what it takes and answers, and an example of both. */
export function CallView({ group, info }: CallViewProps) {
  const query = useQuery({
    queryKey: ['api-docs', group],
    queryFn: () => loadGroup(group),
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <>
      <header>
        <h1 className={styles.title}>
          {info.title}
          <StateTag tone={info.kind === 'read' ? 'info' : 'warning'}>{info.kind === 'read' ? '读取' : '写入'}</StateTag>
          {info.closedBecause === null ? null : <StateTag>不对密钥开放</StateTag>}
        </h1>
        <p className="code">POST {info.path}</p>
      </header>
      <DetailPending query={query}>
        {(calls) => {
          const call = calls[info.path]
          return call === undefined ? null : <CallBody info={info} call={call} />
        }}
      </DetailPending>
    </>
  )
}

function CallBody({ info, call }: { info: CallInfo; call: CallDetail }) {
  const { closedBecause, grants } = info
  const answer = { _errCode: '0', _errStr: '', _bizErrCode: '', _data: call.answer }
  return (
    <>
      <Section title="调用条件">
        <Facts
          items={[
            {
              label: '权限',
              value: grants.length === 0 ? '任何有效的密钥' : `${grants.join(' 或 ')}`,
              wide: true,
            },
            ...(closedBecause === null ? [] : [{ label: '不对密钥开放', value: closedBecause, wide: true }]),
            { label: '频率', value: RATES[call.rate] },
            { label: '重试', value: info.kind === 'read' ? '可以直接重试' : retryText(call) },
          ]}
        />
      </Section>
      <Section title="请求参数">
        <FieldTable fields={call.input} empty="没有参数，发送 {}。" />
      </Section>
      <Section title="应答内容（_data）">
        <FieldTable fields={call.output} empty="没有内容。" isAnswer />
      </Section>
      {call.refusals.length === 0 ? null : <Refusals refusals={call.refusals} />}
      <Section title="示例">
        <CodeBlock what="请求示例" text={curlOf(location.origin, info.path, info.kind, call.example)} />
        {closedBecause === null ? <CodeBlock what="应答示例" text={JSON.stringify(answer, null, 2)} /> : null}
      </Section>
    </>
  )
}

function retryText({ isRepeatable, secretIsTold }: CallDetail): string {
  if (secretIsTold) return '用同一操作编号重发，不会再执行一次，也不再返回密钥'
  return isRepeatable ? '用同一操作编号重发，得到第一次的结果' : '重发会再执行一次'
}

function Refusals({ refusals }: Pick<CallDetail, 'refusals'>) {
  return (
    <Section title="业务上不能做的情况（_bizErrCode）">
      <table className={styles.fields}>
        <thead>
          <tr>
            <th scope="col">代码</th>
            <th scope="col">说明（_errStr）</th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ code, text }) => (
            <tr key={code}>
              <td className="code">{code}</td>
              <td>{text}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
