"""The service: judging over HTTP.

A request becomes a struct, the struct a submission, its report a struct again, and that the response.
`endpoints` lists the shapes of requests; `judging`, `sandboxfusion` and `piston` have the structs of each.
`service` reads, admits and answers requests, `door` refuses strangers, `counts` counts for Prometheus,
`server` listens, and `connections` bounds what is open. Only this room names starlette and uvicorn.
"""
