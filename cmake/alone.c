// The program of the targets LAYER-alone (cmake/layer.cmake), which only have to link.
int main(void)
{
    return 0;
}
