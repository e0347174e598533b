/** Why the server does not start: a sentence with the cause and one with the cure, both for a person at a terminal. */
export class StartupRefusal extends Error {
  constructor(cause: string, cure: string) {
    super(`${cause}\n${cure}`)
    this.name = 'StartupRefusal'
  }
}
