/** 鱼市质检列表 */
export default function Page() {
  return <h1>鱼市质检列表</h1>
}
