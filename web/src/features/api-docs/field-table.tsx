import type { FieldInfo } from '@huanji/contract/reference/reference'
import styles from './api-docs.module.css'

interface FieldTableProps {
  fields: readonly FieldInfo[]
  /** What is said when there are none. */
  empty: string
  /** Of an answer everything is there. */
  isAnswer?: boolean
}

interface Row {
  readonly field: FieldInfo
  readonly path: string
  readonly depth: number
}

const rowsOf = (fields: readonly FieldInfo[], depth = 0, under = ''): Row[] =>
  fields.flatMap((field) => {
    const path = under === '' ? field.name : `${under}.${field.name}`
    return [{ field, path, depth }, ...rowsOf(field.fields, depth + 1, path)]
  })

/** The fields of an input or an answer, those of objects under their own. */
export function FieldTable({ fields, empty, isAnswer = false }: FieldTableProps) {
  if (fields.length === 0) return <p className="muted">{empty}</p>
  return (
    <table className={styles.fields}>
      <thead>
        <tr>
          <th scope="col">字段</th>
          <th scope="col">类型</th>
          {isAnswer ? null : <th scope="col">必填</th>}
          <th scope="col">说明</th>
        </tr>
      </thead>
      <tbody>
        {rowsOf(fields).map(({ field, path, depth }) => (
          <tr key={path}>
            <td className="code" style={{ paddingLeft: 10 + depth * 16 }} title={path}>
              {field.name}
            </td>
            <td>{field.type}</td>
            {isAnswer ? null : <td>{field.isRequired ? '是' : <span className="muted">否</span>}</td>}
            <td>
              {field.about}
              <Choices choices={field.choices} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The values that a field can have, each with what it means. */
function Choices({ choices }: Pick<FieldInfo, 'choices'>) {
  if (choices.length === 0) return null
  return (
    <ul className={styles.choices} aria-label="可选的值">
      {choices.map(({ value, label }) => (
        <li key={value}>
          <span className="code">{value}</span> {label}
        </li>
      ))}
    </ul>
  )
}
