/** 鱼市质检 */
export default function Page() {
  return <h1>鱼市质检</h1>
}
