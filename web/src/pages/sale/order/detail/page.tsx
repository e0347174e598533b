/** 订单详情 */
export default function Page() {
  return <h1>订单详情</h1>
}
