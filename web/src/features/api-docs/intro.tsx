import { IDEMPOTENCY_HEADER } from '@huanji/contract/envelope'
import { PAGES } from '@huanji/contract/pages'
import { curlOf } from '@huanji/contract/reference/curl'
import { Link } from 'react-router'
import { Section } from '../../components/detail/detail.tsx'
import { can } from '../../session/session.ts'
import styles from './api-docs.module.css'
import { CodeBlock } from './code-block.tsx'

/** Longer than any transaction takes, and clocks of several servers differ. */
const OVERLAP_MINUTES = 5

/** Of all calls, for machines. */
const DESCRIPTION = '/openapi.json'

const ANSWER = { _errCode: '0', _errStr: '', _bizErrCode: '', _data: { list: [], total: 0 } }

const STATUSES = [
  ['200', '_errCode 为 "0" 表示成功；为 "80060001" 表示业务上不能做，原因见 _errStr，代码见 _bizErrCode'],
  ['400', '请求内容有误：_data.field 是有问题的参数，例如 items[2].price；_errStr 以它开头，并说明应该怎样填'],
  ['401', '没有带密钥、没有按 Authorization: Bearer 的格式带，或密钥无效、已停用、已到期、已暂停'],
  ['403', '密钥没有此接口的权限、接口不对密钥开放，或IP不在允许范围内'],
  ['404 / 405', '没有这个地址；或地址对但没有用 POST，应答头 Allow 是可用的方法'],
  ['409', '同一操作编号用于另一项操作，或上一次提交还在处理中'],
  ['429', '调用过于频繁，按 Retry-After 的秒数后再试'],
  ['500 / 503', '系统错误或繁忙，稍后用同一操作编号重试'],
] as const

/** How programs call: what is the same for every call. */
export function Intro() {
  return (
    <>
      <h1 className={styles.title}>调用方法</h1>
      <Section title="请求">
        <p>
          所有接口都用 POST 发送 JSON，请求体只放业务参数。在请求头 Authorization 中带上接口密钥；密钥在
          {can(PAGES.apiKeys.path) ? <Link to={PAGES.apiKeys.path}>接口密钥</Link> : '“接口密钥”'}
          中创建，只能做勾选的事，并且不会超过创建人自己的权限。
        </p>
        <CodeBlock what="请求示例" text={curlOf(location.origin, '/api/address/list', 'read', {})} />
      </Section>
      <Section title="应答">
        <p>应答都是下面的格式，_data 是业务内容。金额以分为单位；时间为UTC的ISO 8601格式；没有权限的字段为null。</p>
        <CodeBlock what="应答示例" text={JSON.stringify(ANSWER, null, 2)} />
        <table className={styles.fields}>
          <thead>
            <tr>
              <th scope="col">HTTP状态</th>
              <th scope="col">含义</th>
            </tr>
          </thead>
          <tbody>
            {STATUSES.map(([status, meaning]) => (
              <tr key={status}>
                <td className="num">{status}</td>
                <td>{meaning}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Section>
      <Section title="只取有变化的">
        <p>
          鱼市订单、严选订单、商品、售后和账单的列表有参数 updatedFrom：只返回从这一时间起有变化的记录，按 updatedAt
          从早到晚排列，用 nextCursor 翻到最后一页。翻页时又有变化的记录会排到后面，再出现一次，不会漏掉。
        </p>
        <p>
          下一次从读到的最后一条的 updatedAt 往前{OVERLAP_MINUTES}
          分钟开始：提交得晚的变化，时间会早于已经读到的。重复读到的按 ID和 updatedAt
          去掉。订单、售后和账单只要本系统的记录有变化就算；商品的出价和与闲鱼同步的进度不算，要实时知道请用接口推送。
        </p>
      </Section>
      <Section title="写入与重试">
        <p>
          请求头 {IDEMPOTENCY_HEADER} 是操作编号，防止同一个操作做两次。不是必填，但凡是写入都应当带：每次操作用一个新的
          （不超过64个可见字符），没有收到应答时用同一编号和同样的内容重发，不会重复执行，得到的是第一次的结果。不带编号时，
          重发会当作另一次操作。
        </p>
        <p>
          程序写入的内容在操作日志和历史中显示为“接口密钥 名称”。机器可读的描述见{' '}
          <a href={DESCRIPTION} target="_blank" rel="noreferrer">
            {DESCRIPTION}
          </a>
          （OpenAPI 3.1）。
        </p>
      </Section>
    </>
  )
}
