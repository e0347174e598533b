/** 质检报告 */
export default function Page() {
  return <h1>质检报告</h1>
}
