import { Icon } from '../../components/icon/icon.tsx'
import './sale.css'

/** Why something was refused, in red beside what it was about; nothing while there is no reason. */
export function FailureNote({ text }: { text: string }) {
  if (text === '') return null
  return (
    <p className="sale-note sale-note-danger" role="alert">
      <Icon name="alert" />
      {text}
    </p>
  )
}
