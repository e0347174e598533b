/** 封袋绑定记录 */
export default function Page() {
  return <h1>封袋绑定记录</h1>
}
