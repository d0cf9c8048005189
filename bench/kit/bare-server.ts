/** A bare `node:http` server with one fixed response: the minimal cost of any response. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface BareServer {
  readonly url: string
  readonly pid: number
  stop(): void
}

/** Responds with `size` bytes, with the headers of JSON. */
export async function startBareServer(size: number): Promise<BareServer> {
  const code = `const b=Buffer.alloc(${size},97);const s=require('node:http').createServer((q,r)=>{r.writeHead(200,{'content-type':'application/json; charset=utf-8','content-length':b.length});r.end(b)});s.listen(0,'127.0.0.1',()=>console.log(s.address().port))`
  const child = spawn(process.execPath, ['-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    url: `http://127.0.0.1:${Number(line.toString())}/`,
    pid: child.pid ?? 0,
    stop: () => child.kill(),
  }
}
