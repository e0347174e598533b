/** 鱼市订单 */
export default function Page() {
  return <h1>鱼市订单</h1>
}
