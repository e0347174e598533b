/** 商品 */
export default function Page() {
  return <h1>商品</h1>
}
