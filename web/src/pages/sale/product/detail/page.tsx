/** 商品详情 */
export default function Page() {
  return <h1>商品详情</h1>
}
