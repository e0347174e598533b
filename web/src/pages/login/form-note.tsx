/** What to correct, over a form's button; the line keeps its height, so nothing moves. */
export function FormNote({ text }: { text: string }) {
  return (
    <p className="login-note" role="alert">
      {text}
    </p>
  )
}
