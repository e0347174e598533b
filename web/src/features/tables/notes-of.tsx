import { Note } from '../../components/note/note.tsx'

/** What a person should know of how a table was read: lines that were passed over, what was hidden; nothing where there is nothing. */
export const NotesOf = ({ notes }: { notes: readonly string[] }) =>
  notes.length === 0 ? null : (
    <Note tone="info">
      <span>{notes.join('；')}</span>
    </Note>
  )
