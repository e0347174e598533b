/** 账单 */
export default function Page() {
  return <h1>账单</h1>
}
