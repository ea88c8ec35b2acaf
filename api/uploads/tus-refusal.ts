/** An error that the server of the protocol answers with the status and the sentence. */
export function tusRefusal({ status_code, body }: { readonly status_code: number; readonly body: string }): Error {
  return Object.assign(new Error(body), { status_code, body });
}
