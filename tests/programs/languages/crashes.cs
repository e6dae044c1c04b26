class Program
{
    static void Main()
    {
        throw new System.Exception("nothing to add");
    }
}
